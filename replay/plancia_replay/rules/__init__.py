"""The rules by topic, each a small class; a variant's clauses bind them by NAME."""
