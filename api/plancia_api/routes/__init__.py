"""The routes under /api/v1, one file for each resource of the URL."""
