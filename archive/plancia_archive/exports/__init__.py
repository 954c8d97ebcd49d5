"""Exports: the forms in which an archive leaves this program. One module each; what a form drops it says."""
