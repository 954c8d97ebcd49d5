"""Extras of the distribution: the libraries that each installs, and the error for a missing library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plancia_data.library import messages

EXTRAS: dict[str, tuple[str, ...]] = {  # import names; a test compares them with pyproject.toml
    "anchors": ("rfc3161_client",),
    "archive": ("cryptography", "rapidfuzz", "segno", "sqlite_utils"),
    "datasette": ("datasette",),
    "parquet": ("pyarrow",),
    "server": (
        *("flask", "flask_compress", "flask_smorest", "flask_swagger_ui", "icalendar", "marshmallow"),
        *("platformdirs", "resvg_py", "waitress"),
    ),
    "sheets": ("openpyxl",),
}


class MissingExtra(ImportError):
    """Error for a library that is not installed: `extra` is the extra to install, `name` the missing library."""

    def __init__(self, extra: str, library: str) -> None:
        self.extra = extra
        super().__init__(install_hint("en").format(what=extra), name=library)

    def text(self, lang: str = "it") -> str:
        """Returns the message in a language: the missing library and how to install it."""
        return install_hint(lang).format(what=self.extra)


def install_hint(lang: str) -> str:
    """Returns the message template for a missing extra; `{what}` stands for its name."""
    return messages("extras", lang)["missing"]


def missing_extra(error: ImportError) -> MissingExtra | None:
    """Returns the error for the extra that installs the library of a failed import; None if no extra does."""
    library = (error.name or "").partition(".")[0]
    extra = next((extra for extra, libraries in EXTRAS.items() if library in libraries), None)
    return None if extra is None else MissingExtra(extra, library)


@contextmanager
def name_missing_extras() -> Iterator[None]:
    """Context manager that converts the ImportError of an extra's library to MissingExtra."""
    try:
        yield
    except ImportError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        raise missing from error
