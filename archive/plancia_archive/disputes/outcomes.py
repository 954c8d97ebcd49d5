"""The outcomes of a ruling, apart from its lines, so that a command can name them without the libraries of the log."""

from typing import Literal

Outcome = Literal["upheld", "rejected", "partly"]
