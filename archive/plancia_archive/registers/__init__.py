"""The registers beside the log: tokens, roles and readers; what is done to people: merges, erasure."""
