"""The HTTP API, its documentation and the HTML pages. May import every package but `plancia_cli`."""

from plancia_api.app import create_app

__all__ = ["create_app"]
