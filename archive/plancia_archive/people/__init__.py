"""People: the register of their names, and names found, hidden or replaced in texts. The log has references alone."""
