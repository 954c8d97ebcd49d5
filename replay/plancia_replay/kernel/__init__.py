"""The compiled part of the replay: table, effects, rule interface and engine. Imports only kernel modules of events."""
