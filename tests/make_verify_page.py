"""Makes docs/verify/index.html, one file without a request to anywhere: python -m tests.make_verify_page.

The server gives the same file at /verify; a wheel has a copy, which hatch_build.py puts there.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "docs" / "verify" / "src"
PAGE = SOURCE.parent / "index.html"
# Each module after those that it imports from.
MODULES = (
    "bytes", "json", "tree", "notes", "policy", "entries", "contents", "changed", "cited", "shape", "facts", "signed",
    "receipt", "verify", "foreign", "words", "page_words", "page",
)  # fmt: skip
IMPORT = re.compile(r"^import \{[^}]*\} from \"\./\w+\.mjs\";\n", re.M)
NAME = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.M)


def script() -> str:
    """The modules as one script: without imports and exports."""
    texts = [(SOURCE / f"{name}.mjs").read_text("utf-8") for name in MODULES]
    names = [name for text in texts for name in NAME.findall(text)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SystemExit(f"docs/verify/src: names in two modules, which the one script cannot have: {', '.join(twice)}")
    return "\n" + "\n".join(re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.M) for text in texts)


def digest(text: str) -> str:
    """The source of a Content-Security-Policy for an inline text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def page() -> str:
    """The page with its style and script, and a policy that allows these two and no connection."""
    style, code = (SOURCE / "style.css").read_text("utf-8"), script()
    if "</script" in code or "</style" in style:
        raise SystemExit("docs/verify/src: a closing tag in a script or style")
    policy = (
        f"default-src 'none'; script-src {digest(code)}; style-src {digest(style)}; "
        "connect-src 'none'; base-uri 'none'; form-action 'none'"
    )
    template = (SOURCE / "page.html").read_text("utf-8")
    for mark, text in (("@POLICY@", policy), ("@STYLE@", style), ("@SCRIPT@", code)):
        template = template.replace(mark, text)
    return template


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
