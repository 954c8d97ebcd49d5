"""Rules of cards: drawing, sets, exchanges."""
