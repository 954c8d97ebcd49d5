"""Rules of combat: attacks, dice, occupation, the move."""
