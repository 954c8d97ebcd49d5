"""State transitions of the table, one for each kind of event. No rule is evaluated here."""
