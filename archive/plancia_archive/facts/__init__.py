"""Facts derived from the log: rows and counters that queries and statistics read."""
