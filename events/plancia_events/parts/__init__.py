"""The parts of a written event: each reads its words, writes them back, and says what it expects."""
