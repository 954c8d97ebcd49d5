"""Rules of scores and ranking points."""
