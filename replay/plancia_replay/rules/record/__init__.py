"""Rules of the record itself: what it states, and who sits where."""
