"""Many games at once: the fast audit, tables at turn ends, two judgements compared."""
