"""Exports: one module per format; each format lists what it leaves out."""
