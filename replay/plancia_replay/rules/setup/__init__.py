"""Rules before the first turn: order, deal, picks, drafts, placement."""
