"""A grammar in ABNF as regular expressions: RGN's has no rule that names itself, and an expression is fast."""

from __future__ import annotations

import re
from functools import cache

CORE = {"ALPHA": "[A-Za-z]", "DIGIT": "[0-9]", "DQUOTE": '"', "LF": "\n", "SP": " "}
TOKEN = re.compile(
    r"""\s*(?:(?P<text>(?:%s)?"[^"]*")|%x(?P<first>[0-9A-F]+)(?:-(?P<last>[0-9A-F]+))?|(?P<name>[A-Za-z][A-Za-z0-9-]*)
    |(?P<times>[0-9]*\*[0-9]*|[0-9]+)|(?P<sign>[\[\]()/]))""",
    re.VERBOSE,
)


def rules_of(page: str) -> dict[str, str]:
    """The right sides of the rules by name; comments are left out."""
    lines = [line for line in page.splitlines() if line and not line.startswith(";")]
    joined = re.sub(r"\n\s+", " ", "\n".join(lines))
    return dict(line.split(" = ", 1) for line in joined.splitlines())


class Expressions:
    """The rules of a grammar as regular expressions, each made when it is asked for."""

    def __init__(self, page: str) -> None:
        self.rules = rules_of(page)
        self.compiled = cache(lambda name: re.compile(self.expression(name), re.ASCII))
        self.expression = cache(self.make_expression)

    def accepts(self, name: str, text: str) -> bool:
        """Does a rule take the whole text?"""
        return self.compiled(name).fullmatch(text) is not None

    def make_expression(self, name: str) -> str:
        """The expression of a rule."""
        if name in CORE:
            return CORE[name]
        tokens = [match for match in TOKEN.finditer(self.rules[name].rstrip())]
        if "".join(match[0] for match in tokens) != self.rules[name].rstrip():
            raise ValueError(f"{name}: {self.rules[name]}")
        expression, end = self.alternatives(tokens, 0)
        if end != len(tokens):
            raise ValueError(f"{name}: a bracket too many")
        return expression

    def alternatives(self, tokens: list[re.Match[str]], at: int) -> tuple[str, int]:
        """The expression of alternatives up to a closing bracket, and the place of that."""
        parts, times = [""], ""
        while at < len(tokens) and tokens[at]["sign"] not in (")", "]"):
            token, at = tokens[at], at + 1
            if token["sign"] == "/":
                parts.append("")
                continue
            if token["times"]:
                least, star, most = token["times"].partition("*")
                times = f"{{{least or 0},{most}}}" if star else f"{{{least}}}"
                continue
            if token["sign"]:
                inner, at = self.alternatives(tokens, at)
                inner, at = f"(?:{inner})" + ("?" if token["sign"] == "[" else ""), at + 1
            else:
                inner = f"(?:{self.literal(token)})"
            parts[-1] += f"(?:{inner}){times}" if times else inner
            times = ""
        return "|".join(parts), at

    def literal(self, token: re.Match[str]) -> str:
        """The expression of a text, a range or the name of a rule."""
        if token["name"]:
            return str(self.expression(token["name"]))
        if token["first"]:
            first, last = (re.escape(chr(int(token[end] or token["first"], 16))) for end in ("first", "last"))
            return f"[{first}-{last}]"
        text = token["text"].removeprefix("%s")[1:-1]
        return re.escape(text) if token["text"].startswith("%s") else f"(?i:{re.escape(text)})"
