"""Nasty texts: headers, times, dice, corrections, names, encodings and limits are as untidy as can be."""
