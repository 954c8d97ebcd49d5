"""The compiled heart of the replay: table, effects, rule shape and engine. Imports only events' kernel modules."""
