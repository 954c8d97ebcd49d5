"""Packed rows: the log that the kernel replays, and the scanners that fill it from canonical text."""
