"""The written notation: tolerant reader, canonical writer, headers, and the game that they form."""
