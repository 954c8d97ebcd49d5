"""The outcomes of a ruling, apart from its lines, so that a command can name them without the libraries of the log."""

from typing import Annotated, Literal

from msgspec import Meta

Outcome = Literal["upheld", "rejected", "partly"]
Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]  # RFC 3339, UTC
