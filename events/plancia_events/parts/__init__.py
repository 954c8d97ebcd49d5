"""The parts of a written event: each parses its words, writes them in canonical form, and names what it expects."""
