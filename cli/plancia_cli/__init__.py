"""The `plancia` command. Imports every package; the API only in `serve.py`, which starts the server."""
