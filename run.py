"""Sets everything up and runs Plancia: `python3 run.py` (the main job), `python3 run.py test`, `python3 run.py ARGS`.

Needs only Python 3.11 or newer with its standard library. `.venv` holds an editable, plain install; beside it
`.venv/compiled-HASH` holds the wheel a user gets, with the kernel compiled where this machine can. The compiled form
is chosen by PYTHONPATH, so both forms run from one environment.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
ROOMS = ("archive", "events", "replay", "api", "cli", "data")
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def digest(files: list[Path], *words: str) -> str:
    """A short hash of files and words."""
    made = hashlib.sha256()
    for file in files:
        made.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    for word in words:
        made.update(word.encode() + b"\0")
    return made.hexdigest()[:16]


def kernel_files() -> list[Path]:
    """Everything the compiled install depends on."""
    found = [ROOT / "pyproject.toml", ROOT / "hatch_build.py"]
    for room in ROOMS:
        found += sorted(path for path in (ROOT / room).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return found


def pip(*args: str, pure: str, log: Path) -> subprocess.Popen[bytes]:
    """Starts pip; what it says goes to a log that is shown only when it fails."""
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *args]
    env = {**os.environ, "PLANCIA_PURE": pure}
    if not pure:
        env.pop("PLANCIA_PURE")
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=log.open("wb"), stderr=subprocess.STDOUT)


def finish(job: subprocess.Popen[bytes], log: Path) -> bool:
    """Waits for pip; True where it succeeded."""
    if job.wait() == 0:
        return True
    sys.stderr.write(log.read_text(errors="replace")[-3000:] + "\n")
    return False


def make_venv() -> None:
    """Makes an empty environment."""
    import venv

    try:
        venv.create(VENV, clear=True, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit("run.py: this Python cannot make an environment (is ensurepip installed? on Debian: python3-venv)")


@contextlib.contextmanager
def alone(dev: bool = False) -> Iterator[None]:
    """One start at a time sets up; others wait and find it done. The lock goes with its process, however that ends.

    Who may not write here needs no lock where nothing is left to set up; else the start ends with a sentence.
    """
    try:
        lock = (ROOT / ".venv.lock").open("a")
    except OSError as error:
        if not standing(dev).ready:
            why = f"{ROOT}: {error.strerror}"
            sys.exit(
                f"run.py: qui resta da preparare qualcosa e non si può scrivere ({why}): "
                "avvii run.py una volta chi può, o copia la cartella.\n"
                f"run.py: something is left to set up here and it cannot be written ({why}): "
                "let somebody who may start run.py once, or copy the folder."
            )
        yield
        return
    with lock:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    lock.seek(0)
                    msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    sys.stderr.write("run.py: another start is setting up, waiting for it...\n")
        else:
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                sys.stderr.write("run.py: another start is setting up, waiting for it...\n")
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Standing(NamedTuple):
    """What is set up: what the stamp is to begin with, its words (none: no environment), the compiled form's folder."""

    base: str
    known: list[str]
    editable: bool  # is the plain install there, with the tools of tests where they are asked?
    compiled: Path
    want: bool  # is the compiled form still to be made?

    @property
    def ready(self) -> bool:
        """Is nothing left to do?"""
        return self.editable and not self.want


def standing(dev: bool) -> Standing:
    """Looks at what is set up, and writes nothing."""
    stamp = VENV / "stamp"
    base = digest([ROOT / "pyproject.toml", ROOT / "hatch_build.py"], str(ROOT), sys.version)
    known = stamp.read_text().split() if stamp.is_file() else []
    if not known or known[0] != base or not PYTHON.exists():
        known = []
    compiled = VENV / f"compiled-{digest(kernel_files(), str(ROOT), shutil.which(os.environ.get('CC', 'cc')) or '')}"
    want = os.environ.get("PLANCIA_PURE", "") != "1" and not (compiled / "done").is_file()
    return Standing(base, known, bool(known) and (not dev or "dev" in known), compiled, want)


def prepare(dev: bool) -> Path | None:
    """Installs what is missing; returns the folder of the compiled form, None where nothing could be compiled."""
    wish = os.environ.get("PLANCIA_PURE", "")
    stamp = VENV / "stamp"
    base, known, editable, compiled, want = now = standing(dev)
    jobs: list[tuple[subprocess.Popen[bytes], Path, str]] = []
    if not known:
        sys.stderr.write("run.py: setting up (once; it takes about half a minute)...\n")
        make_venv()
    logs = VENV / "logs"
    if not now.ready:
        logs.mkdir(exist_ok=True)
    if not editable:
        target = ".[dev]" if dev else "."
        jobs.append((pip("-e", target, pure="1", log=logs / "editable"), logs / "editable", "editable"))
    if want:
        shutil.rmtree(compiled, ignore_errors=True)
        arguments = ("--no-deps", "--target", str(compiled), ".")
        jobs.append((pip(*arguments, pure=wish, log=logs / "compiled"), logs / "compiled", "compiled"))
    results = {name: finish(job, log) for job, log, name in jobs}
    if results.get("editable") is False:
        sys.exit("run.py: the installation failed; is there a network? What pip said stands above.")
    if results.get("compiled") is False:
        sys.exit("run.py: the kernel could not be installed; PLANCIA_PURE=1 does without compiling.")
    if want:
        (compiled / "done").write_text("")
        for old in VENV.glob("compiled-*"):
            if old != compiled:
                shutil.rmtree(old, ignore_errors=True)
    wanted = [base, *sorted({*known[1:], *(["dev"] if dev else [])})]
    if wanted != known:
        part = VENV / f"stamp.{os.getpid()}"
        part.write_text(" ".join(wanted))
        part.replace(stamp)
    native = any(compiled.glob("plancia_events/*.so")) or any(compiled.glob("plancia_events/*.pyd"))
    return compiled if wish != "1" and native else None


def environment(compiled: Path | None) -> dict[str, str]:
    """The environment that chooses a form of the kernel."""
    env = {**os.environ, "PYTHONUTF8": "1"}
    env.pop("PYTHONPATH", None)
    if compiled is not None:
        env["PYTHONPATH"] = str(compiled)
    return env


def test(arguments: list[str]) -> int:
    """Runs all tests on plain Python, then on the compiled form; returns the worse code."""
    only = {"--pure": "pure", "--compiled": "compiled"}.get(arguments[0] if arguments else "")
    rest = arguments[1:] if only else arguments
    if only == "compiled":
        os.environ["PLANCIA_PURE"] = "0"
    with alone(dev=True):
        compiled = prepare(dev=True)
    forms = [form for form in ("pure", "compiled") if only in (None, form)]
    if compiled is None and "compiled" in forms:
        sys.stderr.write("run.py: nothing compiled here (no C compiler?), testing plain Python only\n")
        forms.remove("compiled")
    worst = 0
    for form in forms:
        sys.stderr.write(f"run.py: tests with the {form} kernel\n")
        env = {**environment(compiled if form == "compiled" else None), "PLANCIA_EXPECT": form}
        worst = max(worst, subprocess.run([str(PYTHON), "-m", "pytest", *rest], cwd=ROOT, env=env).returncode)
    sys.stderr.write(f"run.py: tested: {', '.join(forms)}\n")
    return worst


def main(arguments: list[str]) -> int:
    """Does what the arguments ask."""
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may well start this file)
        sys.exit("run.py: Plancia needs Python 3.11 or newer; this is " + sys.version.split()[0])
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    with alone():
        compiled = prepare(dev=False)
    if compiled is None and os.environ.get("PLANCIA_PURE") != "1":
        sys.stderr.write("run.py: not compiled here (no C compiler?): plain Python, same results, slower\n")
    command = [str(PYTHON), "-m", "plancia_cli", *(arguments or ["demo", "--serve"])]
    if os.name == "nt":
        return subprocess.run(command, env=environment(compiled)).returncode
    os.execve(PYTHON, command, environment(compiled))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
