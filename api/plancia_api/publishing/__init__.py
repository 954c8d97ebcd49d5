"""Writes the pages of an archive as a static site: `plancia publish`."""

from plancia_api.publishing.errors import PublishError
from plancia_api.publishing.publisher import Publication, publish

__all__ = ["Publication", "PublishError", "publish"]
