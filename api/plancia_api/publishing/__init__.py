"""Writes the pages of an archive as a static site: `plancia publish`."""

from plancia_api.publishing.publisher import Publication, publish
from plancia_api.publishing.routes import PublishError

__all__ = ["Publication", "PublishError", "publish"]
