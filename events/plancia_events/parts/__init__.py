"""Parts of a written event: each parses its words, writes them in canonical form, and describes its expected form."""
