"""Rule-sets: clauses of a variant resolved into bound rules; their hash, conflicts, differences, coverage."""
