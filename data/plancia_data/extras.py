"""Extras, the optional parts of the distribution: the libraries that each brings, what to say where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plancia_data.library import messages

EXTRAS: dict[str, tuple[str, ...]] = {  # names as they are imported; a test compares them with pyproject.toml
    "archive": ("rapidfuzz", "sqlite_utils"),
    "datasette": ("datasette",),
    "parquet": ("pyarrow",),
    "server": ("flask", "flask_compress", "flask_smorest", "flask_swagger_ui", "marshmallow", "waitress"),
    "sheets": ("openpyxl",),
}


class MissingExtra(ImportError):
    """A library of an extra is not installed. `extra` is what to install, `name` the library that was imported."""

    def __init__(self, extra: str, library: str) -> None:
        self.extra = extra
        super().__init__(advice("en").format(what=extra), name=library)

    def text(self, lang: str = "it") -> str:
        """What is missing and how to install it, in "it" or "en"."""
        return advice(lang).format(what=self.extra)


def advice(lang: str) -> str:
    """The sentence for a missing extra, with `{what}` in place of its name."""
    return messages("extras", lang)["missing"]


def missing_extra(error: ImportError) -> MissingExtra | None:
    """The extra that brings the library of a failed import; None for a library of no extra."""
    library = (error.name or "").partition(".")[0]
    extra = next((extra for extra, libraries in EXTRAS.items() if library in libraries), None)
    return None if extra is None else MissingExtra(extra, library)


@contextmanager
def named_extras() -> Iterator[None]:
    """Raises MissingExtra in place of the ImportError of a library that an extra brings."""
    try:
        yield
    except ImportError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        raise missing from error
