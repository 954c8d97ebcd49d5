"""The registers beside the log: people and tokens."""
