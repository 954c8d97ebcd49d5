"""Rules of the turn: order of play, reinforcement, elimination."""
