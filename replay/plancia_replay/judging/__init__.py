"""From a game to its judgement: prepare, replay, verdicts, scores, winner."""
