"""What each kind of event does to the table. No rule is evaluated here."""
