"""Exports: one module per format; each format lists the data that it omits."""
