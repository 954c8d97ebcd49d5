"""Rules of objectives and of claims."""
