"""Wheel hook: the kernel is compiled with mypyc where the machine can, else it stays plain Python.

PLANCIA_PURE=1 never compiles, PLANCIA_PURE=0 compiles or fails, unset tries. PLANCIA_OPT is the C compiler's level of
optimisation, 3 by default: tests of what the compiled kernel says need none. An editable install is always plain, and
reads `files`, which a wheel gets from elsewhere in the project, where they are.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WISH = os.environ.get("PLANCIA_PURE", "")
COMPILER = ["mypy==2.4.1", "librt>=0.16,<0.17", "setuptools>=77"]


def can_compile() -> bool:
    """False where the compiler or Python's headers are surely missing, so that nothing is fetched in vain."""
    if WISH in ("0", "1"):
        return WISH == "0"
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl")[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return (os.name == "nt" or shutil.which(command) is not None) and headers.is_file()


class KernelHook(BuildHookInterface[Any]):
    """Adds the files from elsewhere to the wheel, and native modules, with which it is built for this platform."""

    def dependencies(self) -> list[str]:
        return COMPILER if can_compile() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_data["force_include"].update(self.config["files"])
        if not can_compile():
            return
        try:
            native = self.native_modules()
        except (Exception, SystemExit) as problem:  # mypyc reports errors by leaving
            if WISH == "0":
                raise
            self.app.display_info(f"plancia: the kernel stays plain Python ({type(problem).__name__})")
            return
        build_data["force_include"].update(native)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def sources(self) -> list[str]:
        """The kernel's files relative to the project, in a stable order."""
        root = Path(self.root)
        found = [path for pattern in self.config["kernel"] for path in sorted(root.glob(pattern))]
        return [str(path.relative_to(root)) for path in found if path.name != "__init__.py"]

    def native_modules(self) -> dict[str, str]:
        """Compiles everything as one group; returns built file -> place in the wheel."""
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext

        self.scratch = tempfile.TemporaryDirectory()  # lives until the wheel is written
        work = Path(self.scratch.name)
        extensions = mypycify(
            [f"--cache-dir={work / 'cache'}", "--follow-imports=silent", *self.sources()],
            group_name=self.config["group"],
            target_dir=str(work / "c"),
            debug_level="0",
            opt_level=os.environ.get("PLANCIA_OPT", "3"),
        )
        if os.name != "nt":
            for extension in extensions:
                # looking for warnings in 46 MB of generated C takes 210 s, compiling it without optimisation 26
                extension.extra_compile_args += ["-fvisibility=hidden", "-Wno-all", "-w"]
        command = build_ext(Distribution({"name": "plancia", "ext_modules": extensions}))
        command.build_lib = str(work / "lib")
        command.build_temp = str(work / "o")
        command.ensure_finalized()
        command.run()
        built = work / "lib"
        return {str(path): path.relative_to(built).as_posix() for path in built.rglob("*.*") if path.is_file()}
