"""The service: an HTTP API with its documentation, and plain pages. May import every room but the command line."""

from plancia_api.app import create_app

__all__ = ["create_app"]
