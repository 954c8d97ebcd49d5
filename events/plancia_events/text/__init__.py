"""The written notation: reader, canonical writer, headers, and the game that they give."""
