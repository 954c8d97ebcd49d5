"""Disputes about an event of a game or a tournament: claim, evidence, answers, ruling, appeal."""
