"""Rules of the end of a game: clock, announcements, closing throws, extra turns."""
