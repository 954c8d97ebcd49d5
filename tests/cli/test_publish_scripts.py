"""The scripts of a published site: modules joined into one classic script."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from plancia_api.publishing.publisher import classic_script
from plancia_api.publishing.routes import STATIC_FILES


def test_modules_become_one_script_where_names_may_recur(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import { go as start, b } from "./b.js";\nconst one = 1;\nstart(one, b);\n')
    (tmp_path / "b.js").write_text(
        'import "./c.js";\nconst one = 2;\nexport function go() { return one; }\nexport const b = one;\n'
    )
    (tmp_path / "c.js").write_text("const one = 3;\n")
    script = classic_script("a.js", tmp_path)
    assert not re.search(r"^(import|export)\b", script, re.M)
    assert script.index("const one = 3") < script.index("const one = 2") < script.index("const one = 1")
    assert "{ go: start, b }" in script and "return { go, b };" in script
    for wrong in (
        "export default 1;\n",
        "export { x };\n",
        'const m = import("./c.js");\n',
        'import d from "./c.js";\n',
    ):
        (tmp_path / "d.js").write_text(wrong)
        with pytest.raises(ValueError):
            classic_script("d.js", tmp_path)


def test_the_scripts_of_the_site_are_joined_without_a_rest() -> None:
    for name in STATIC_FILES:
        if name.endswith(".js"):
            assert not re.search(r"^(import|export)\b", classic_script(name), re.M), name


def test_node_accepts_the_joined_script(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node")
    (tmp_path / "main.cjs").write_text(classic_script("game/main.js"))
    assert subprocess.run([node, "--check", str(tmp_path / "main.cjs")], check=False).returncode == 0
