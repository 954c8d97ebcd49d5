"""Sentences of events, by the part of the game that they belong to."""
