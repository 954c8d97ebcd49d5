"""The append-only log: schema, connections, hash chain, validation of what comes in."""
