"""Disputes: objections to an event of a game or a tournament, with evidence, answers, ruling and appeal."""
