"""Titles of variants for readers, in place of `monopoli@1`."""

from __future__ import annotations

from plancia_api.language import language
from plancia_api.pages.rendering import blueprint
from plancia_data import messages, text_in, variant_ids, variant_source


@blueprint.app_template_filter("variant_title")
def variant_title(variant: str | None) -> str:
    """The title of a variant `name@edition + option`; the text itself for a name that no file has."""
    name, _, options = (variant or "").partition("+")
    name = name.partition("@")[0].strip()
    if name not in variant_ids():
        return variant or ""
    title = str(text_in(variant_source(name)["variant"]["title"], language()))
    return messages("start", language())["with-options"].format(title=title) if options else title
