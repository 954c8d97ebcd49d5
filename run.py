"""Sets everything up and runs Plancia: `python3 run.py` (the main job), `python3 run.py test`, `python3 run.py ARGS`.

Needs only Python 3.11 or newer with its standard library. `.venv` holds an editable, plain install, which is what the
first start runs; the wheel with the compiled kernel is built in the background into `.venv/compiled-HASH`, and the
next start runs that. The compiled form is chosen by PYTHONPATH, so both forms run from one environment.

PLANCIA_PURE=1 never compiles; PLANCIA_PURE=0 compiles before it runs anything, or fails.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOGS = VENV / "logs"
ROOMS = ("archive", "events", "replay", "api", "cli", "data")
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
# schemathesis is run as a command: its plugin would cost each process a second
PYTEST = (str(PYTHON), "-m", "pytest", "-p", "no:schemathesis")
PARTS = ("archive", "server", "sheets")  # extras that every start installs: the commands work without a question
BACKGROUND = "compile-in-background"  # the argument of the process that compiles while Plancia already runs
SAY_EVERY = 3.0  # seconds between two lines of progress
COMPILED = (  # tests whose outcome can depend on the form of the kernel
    "tests/test_form.py", "tests/test_cases.py", "tests/test_games.py", "tests/replay",
    "tests/test_conformance.py::test_the_suite_passes_over_the_protocol",  # which asks everything
    "tests/recording/test_play.py", "tests/recording/test_generated.py", "tests/recording/test_due.py",
    "tests/events/test_scanner.py", "tests/archive/test_packed_counters.py",
    "tests/archive/test_plain_statistics.py", "tests/api/test_game_page.py",
    *(f"--ignore=tests/replay/test_{one}.py" for one in (  # words, and which options a text leaves open
        "movetext", "open_points", "option_values", "readings_told", "sentences", "suppositions")),
)  # fmt: skip
QUICK = (  # what the first mistake in a rule, a kind of event, a variant or an import would fail
    "tests/test_cases.py", "tests/test_architecture.py", "tests/data/test_data.py", "tests/data/test_editions.py",
    "tests/events/test_kinds.py", "tests/events/test_notation.py", "tests/events/test_tolerant.py",
    "tests/events/test_page.py", "tests/events/test_grammar.py",
)  # fmt: skip
MESSAGES = {
    "setup": ("preparo l'ambiente, una volta sola...", "setting up the environment, once only..."),
    "libraries": ("installo le librerie", "installing the libraries"),
    "kernel": ("compilo il motore", "compiling the kernel"),
    "starting": ("avvio...", "starting..."),
    "wait": ("un altro avvio sta preparando, lo aspetto...", "another start is setting up, waiting for it..."),
    "no-venv": (
        "questo Python non può creare un ambiente (manca ensurepip? su Debian: apt install python3-venv)",
        "this Python cannot make an environment (is ensurepip missing? on Debian: apt install python3-venv)",
    ),
    "failed": (
        "l'installazione non è riuscita; c'è la rete? Che cosa ha detto pip sta qui sopra e in {log}",
        "the installation failed; is there a network? What pip said stands above and in {log}",
    ),
    "not-written": (
        "qui resta da preparare qualcosa e non si può scrivere ({why}): avvii run.py una volta chi può, "
        "o copia la cartella",
        "something is left to set up here and it cannot be written ({why}): let somebody who may start run.py once, "
        "or copy the folder",
    ),
    "background": (
        "parte in Python puro; il motore si compila in secondo piano ({log}), il prossimo avvio sarà più veloce",
        "starting in plain Python; the kernel is being compiled in the background ({log}), the next start is faster",
    ),
    "no-compiler": (
        "qui non c'è un compilatore C: Python puro, stessi risultati, più lento",
        "no C compiler here: plain Python, same results, slower",
    ),
    "broken": (
        "il motore non si è compilato ({log}): Python puro, stessi risultati, più lento; «run.py setup» riprova",
        'the kernel was not compiled ({log}): plain Python, same results, slower; "run.py setup" tries again',
    ),
    "extras": (
        "le parti facoltative sono {known}; non esiste: {unknown}",
        "the optional parts are {known}; there is no: {unknown}",
    ),
    "old": (
        "Plancia vuole Python 3.11 o più recente; questo è {version}",
        "Plancia needs Python 3.11 or newer; this is {version}",
    ),
    "ready": ("pronto", "ready"),
}


def language() -> int:
    """0 Italian, 1 English: --lang, else PLANCIA_LANG, else the locale, else Italian, as the command line chooses."""
    asked = re.search(r"--lang[ =](\w+)", " ".join(sys.argv[1:]))
    names = ("PLANCIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    found = asked[1] if asked else next((os.environ[name] for name in names if os.environ.get(name)), "")
    return 1 if found.lower().startswith("en") else 0


def message(key: str, **values: object) -> str:
    """A message in the reader's language."""
    return "run.py: " + MESSAGES[key][language()].format(**values)


def say(key: str, **values: object) -> None:
    """Prints a message on standard error."""
    sys.stderr.write(message(key, **values) + "\n")
    sys.stderr.flush()


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
    import tomllib  # not in a Python too old to run this file, which has to say so

    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    packed = tool["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["files"]
    found = [ROOT / "pyproject.toml", ROOT / "hatch_build.py"]
    for place in (ROOT / name for name in (*ROOMS, *packed)):
        within = [place] if place.is_file() else place.rglob("*")
        found += sorted(path for path in within if path.is_file() and "__pycache__" not in path.parts)
    return found


def pip_command() -> list[str]:
    """The pip of the Python that runs this file where it can install into another environment, else that of .venv."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        numbers = importlib.metadata.version("pip").split(".")
        if (int(numbers[0]), int(numbers[1])) >= (22, 3):  # the first with --python
            return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    return [str(PYTHON), "-m", "pip"]


def pip(*args: str, pure: str, log: Path) -> subprocess.Popen[bytes]:
    """Starts pip, which writes what it does into a log."""
    command = [*pip_command(), "install", "--no-compile", "--disable-pip-version-check", *args]
    env = {**os.environ, "PLANCIA_PURE": pure, "PYTHONUNBUFFERED": "1"}
    if not pure:
        env.pop("PLANCIA_PURE")
    log.parent.mkdir(exist_ok=True)
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=log.open("wb"), stderr=subprocess.STDOUT)


def finish(job: subprocess.Popen[bytes], log: Path, what: str, quiet: bool = False) -> bool:
    """Waits for pip and prints its progress every few seconds, unless `quiet`; True where it succeeded."""
    started = said = time.monotonic()
    while job.poll() is None:
        time.sleep(0.05)
        if not quiet and time.monotonic() - said >= SAY_EVERY:
            said = time.monotonic()
            lines = log.read_text(errors="replace").split("\n")
            line = next((line.strip() for line in reversed(lines) if line.strip()), "...")
            sys.stderr.write(f"{message(what)}, {said - started:.0f} s: {line[:70]}\n")
    if job.returncode == 0:
        return True
    sys.stderr.write(log.read_text(errors="replace")[-3000:] + "\n")
    return False


def make_venv() -> None:
    """Makes an empty environment, with a pip of its own only where no other can install into it."""
    import venv

    try:
        venv.create(VENV, clear=True, with_pip=pip_command()[0] == str(PYTHON))
    except subprocess.CalledProcessError:
        sys.exit(message("no-venv"))


def locked(file: IO[str], wait: bool) -> bool:
    """Takes the lock of a file; it goes with its process, however that ends. False where another holds it."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return True
            except OSError:
                if not wait:
                    return False
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def alone(extras: frozenset[str] = frozenset()) -> Iterator[None]:
    """One start at a time sets up; others wait and find it done.

    Who may not write here needs no lock where nothing is left to set up; else the start ends with a message.
    """
    try:
        lock = (ROOT / ".venv.lock").open("a")
    except OSError as error:
        if not standing().installed(extras):
            sys.exit(message("not-written", why=f"{ROOT}: {error.strerror}"))
        yield
        return
    with lock:
        if not locked(lock, wait=False):
            say("wait")
            locked(lock, wait=True)
        yield


class Standing(NamedTuple):
    """What is set up: the stamp of the environment and its extras, and the folder of the compiled form."""

    base: str  # what the stamp has to begin with
    known: list[str]  # the words of the stamp; none where there is no environment
    compiled: Path

    def installed(self, extras: frozenset[str]) -> bool:
        """Is the plain install there, with these extras?"""
        return bool(self.known) and extras <= set(self.known[1:])

    @property
    def native(self) -> bool:
        """Is there a compiled kernel for exactly these sources?"""
        built = any(self.compiled.glob("plancia_events/*.so")) or any(self.compiled.glob("plancia_events/*.pyd"))
        return built and (self.compiled / "done").is_file()

    @property
    def settled(self) -> bool:
        """Was compiling tried for these sources, with whatever result?"""
        return (self.compiled / "done").is_file() or (self.compiled / "failed").is_file()


def standing() -> Standing:
    """Looks at what is set up, and writes nothing."""
    stamp = VENV / "stamp"
    base = digest([ROOT / "pyproject.toml", ROOT / "hatch_build.py"], str(ROOT), sys.version)
    known = stamp.read_text().split() if stamp.is_file() else []
    if not known or known[0] != base or not PYTHON.exists():
        known = []
    chosen = shutil.which(os.environ.get("CC", "cc")) or "", os.environ.get("PLANCIA_OPT", "")
    compiled = VENV / f"compiled-{digest(kernel_files(), str(ROOT), *filter(None, chosen))}"
    return Standing(base, known, compiled)


def libraries_of(extras: list[str], known: dict[str, list[str]]) -> list[str]:
    """The requirements of these extras, each once; one such as `plancia[archive]` stands for those of other extras."""
    requirements: list[str] = []
    for extra in extras:
        for one in known[extra]:
            own = re.fullmatch(r"plancia\[(.+)\]", one)
            requirements += libraries_of(own[1].split(","), known) if own else [one]
    return list(dict.fromkeys(requirements))


def install(extras: frozenset[str] = frozenset(), beside: threading.Thread | None = None) -> None:
    """Makes the environment and the plain, editable install with these extras, where they are missing.

    `beside` is started as soon as there is an environment: libraries come by one processor.
    """
    now = standing()
    if not now.installed(extras):
        say("setup")
    if not now.known:
        make_venv()
    if beside:
        beside.start()
    if now.installed(extras):
        return
    import tomllib  # not in a Python too old to run this file, which has to say so

    wanted = sorted({*now.known[1:], *extras})
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    libraries = [*project["dependencies"], *libraries_of([*PARTS, *wanted], project["optional-dependencies"])]
    parts = [(libraries, LOGS / "libraries.log"), (["--no-deps", "-e", "."], LOGS / "plancia.log")]
    jobs = [(pip(*words, pure="1", log=log), log) for words, log in parts]  # side by side: they share no file
    if failed := [log for job, log in jobs if not finish(job, log, "libraries")]:
        sys.exit(message("failed", log=failed[0].relative_to(ROOT)))
    part = VENV / f"stamp.{os.getpid()}"
    part.write_text(" ".join([now.base, *wanted]))
    part.replace(VENV / "stamp")
    say("starting")


def compile_kernel(must: bool = False, quiet: bool = False) -> None:
    """Builds the wheel a user gets, one process at a time; `must`: a failure ends the start."""
    with (VENV / "compile.lock").open("a") as lock:
        locked(lock, wait=True)
        compiled = standing().compiled
        if (compiled / "done").is_file():
            return
        shutil.rmtree(compiled, ignore_errors=True)
        log = LOGS / "compile.log"
        pure = os.environ.get("PLANCIA_PURE", "")
        done = finish(pip("--no-deps", "--target", str(compiled), ".", pure=pure, log=log), log, "kernel", quiet)
        compiled.mkdir(exist_ok=True)
        (compiled / ("done" if done else "failed")).write_text("")
        for old in VENV.glob("compiled-*"):
            if old != compiled:
                shutil.rmtree(old, ignore_errors=True)
    if must and not done:
        sys.exit(message("broken", log=log.relative_to(ROOT)))


def compile_in_background() -> None:
    """Starts a process that compiles when this one runs already, and outlives it."""
    flags = 0x00000008 | 0x00000200 if os.name == "nt" else 0  # DETACHED_PROCESS, CREATE_NEW_PROCESS_GROUP
    LOGS.mkdir(exist_ok=True)
    with (LOGS / "background.log").open("wb") as log:
        subprocess.Popen([sys.executable, str(ROOT / "run.py"), BACKGROUND], cwd=ROOT, stdin=subprocess.DEVNULL,
                         stdout=log, stderr=log, start_new_session=True, creationflags=flags)  # fmt: skip


def background() -> None:
    """Compiles with the least priority, once the start that asked for it has had its time."""
    with (VENV / "background.lock").open("a") as lock:
        if locked(lock, wait=False):
            if hasattr(os, "nice"):
                os.nice(10)
            time.sleep(3)
            compile_kernel()


def chosen_form() -> Path | None:
    """The folder of the compiled kernel, or None for plain Python; starts compiling where that was not tried yet."""
    wish = os.environ.get("PLANCIA_PURE", "")
    if wish == "1":
        return None
    if wish == "0":
        compile_kernel(must=True)
    now = standing()
    if now.native:
        return now.compiled
    log = (LOGS / "compile.log").relative_to(ROOT)
    if (now.compiled / "failed").is_file():
        say("broken", log=log)
    elif now.settled or (shutil.which(os.environ.get("CC", "cc")) is None and os.name != "nt"):
        say("no-compiler")
    elif os.access(VENV, os.W_OK):
        say("background", log=log)
        compile_in_background()
    return None


def environment(compiled: Path | None) -> dict[str, str]:
    """The environment that chooses a form of the kernel.

    Where PYTHONDONTWRITEBYTECODE keeps bytecode out of the sources it goes to .venv/pycache: without any every command
    compiles some 300 modules again, which takes longer than what it does.
    """
    env = {**os.environ, "PYTHONUTF8": "1"}
    env.pop("PYTHONPATH", None)
    if env.pop("PYTHONDONTWRITEBYTECODE", ""):
        env.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "pycache"))
    if compiled is not None:
        env["PYTHONPATH"] = str(compiled)
    return env


def test(arguments: list[str]) -> int:
    """Runs the tests in plain Python, then on the compiled form those that can depend on it; returns the worse code.

    --pure and --compiled run one form, --quick some tests of rules, notation, data and architecture in plain Python,
    --soak everything in plain Python, with whole evenings, kills and long searches for faults, which takes an hour.
    Words after the first go to pytest; where they name tests, both forms run those.
    """
    lane = arguments[0] if arguments[:1] in (["--pure"], ["--compiled"], ["--quick"], ["--soak"]) else ""
    rest = arguments[1:] if lane else arguments
    if lane == "--soak":
        os.environ["PLANCIA_SOAK"] = "1"
        rest = ["-m", "soak or not soak", *rest]
    elif lane == "--quick":
        if not rest:  # what is asked for by name is tried in full
            os.environ["PLANCIA_QUICK"] = "1"
        rest = ["-n", "0", *rest]  # a second process would collect all of it again
    dev = frozenset({"dev"})
    wanted = lane in ("", "--compiled") and os.environ.get("PLANCIA_PURE") != "1"
    compiler = threading.Thread(target=compile_kernel, kwargs={"quiet": True}, daemon=True) if wanted else None
    with alone(dev):
        install(dev, beside=compiler)
    if not rest:  # a few tests are quicker without it
        collect()
    worst = 0
    if lane != "--compiled":
        worst = run_tests(None, [*QUICK, *rest] if lane == "--quick" else rest)
    tested = ["pure"] if lane != "--compiled" else []
    if compiler:
        compiler.join()
        now = standing()
        if now.native:
            named = any((ROOT / word.partition("::")[0]).exists() for word in rest)
            worst = max(worst, run_tests(now.compiled, rest if named else [*COMPILED, *rest]))
            tested.append("compiled")
        elif lane or (now.compiled / "failed").is_file():
            say("broken", log=(LOGS / "compile.log").relative_to(ROOT))
            worst = max(worst, 1)
        else:
            say("no-compiler")
    sys.stderr.write(f"run.py: tested: {', '.join(tested)}\n")
    return worst


def run_tests(compiled: Path | None, words: list[str]) -> int:
    """Runs pytest with one form of the kernel; returns its code.

    In plain Python tests wait for a browser and for processes that they start: with a process for each processor a
    quarter of the time was idle, so there is one more.
    """
    form = "compiled" if compiled else "pure"
    sys.stderr.write(f"run.py: tests with the {form} kernel\n")
    env = {**environment(compiled), "PLANCIA_EXPECT": form}
    processes = (os.cpu_count() or 1) + (compiled is None)
    spread = [] if {"-n", "-p", "--pdb"} & set(words) else ["-n", str(processes), "--dist", "worksteal"]
    return subprocess.run([*PYTEST, *spread, *words], cwd=ROOT, env=env).returncode


def collect() -> None:
    """Compiles tests and libraries to bytecode once: else each process of the tests does so at the same time."""
    collected = VENV / "collected"
    if not collected.exists():
        env = {**environment(None), "PLANCIA_EXPECT": "pure"}
        subprocess.run([*PYTEST, "--collect-only", "-qq"], cwd=ROOT, env=env, capture_output=True)
        collected.write_text("")


def make() -> int:
    """Writes generated files and pages again, in plain Python with the libraries of the tests."""
    dev = frozenset({"dev"})
    with alone(dev):
        install(dev)
    return subprocess.run([str(PYTHON), "-m", "tests.make_all"], cwd=ROOT, env=environment(None)).returncode


def setup(arguments: list[str]) -> int:
    """Sets up everything in the foreground, with the optional parts that follow --with, and compiles meanwhile."""
    import tomllib

    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    extras = {name for word in arguments for name in word.removeprefix("--with=").split(",")} - {"--with", ""}
    if extras - set(known):
        say("extras", known=", ".join(sorted(known)), unknown=", ".join(sorted(extras - set(known))))
        return 2
    now = standing()
    (now.compiled / "failed").unlink(missing_ok=True)
    wanted = os.environ.get("PLANCIA_PURE") != "1" and not now.settled
    compiler = threading.Thread(target=compile_kernel, kwargs={"quiet": True}, daemon=True) if wanted else None
    with alone(frozenset(extras)):
        install(frozenset(extras), beside=compiler)
        if "dev" in extras:
            collect()
        if compiler:
            compiler.join()
            if not (now.compiled / "done").is_file():
                sys.exit(message("broken", log=(LOGS / "compile.log").relative_to(ROOT)))
    say("ready")
    return 0


def main(arguments: list[str]) -> int:
    """Does what the arguments ask."""
    if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may well start this file)
        sys.exit(message("old", version=sys.version.split()[0]))
    if arguments == [BACKGROUND]:
        background()
        return 0
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    if arguments[:1] == ["setup"]:
        return setup(arguments[1:])
    if arguments == ["make"]:
        return make()
    with alone():
        install()
    env = environment(chosen_form())
    command = [str(PYTHON), "-m", "plancia_cli", *(arguments or ["demo", "--serve"])]
    if os.name == "nt":
        return subprocess.run(command, env=env).returncode
    os.execve(PYTHON, command, env)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
