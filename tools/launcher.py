"""What ./worldgates does: keeps the installation in .venv current, compiles the engine, starts the command line.

It installs with uv, which it gets from the package index if PATH has none, or with pip. Its messages go to stderr:
stdout belongs to the command line. Compiling is slow, so a server or a game starts at once in plain Python while a
background process compiles the engine for the next start; all other commands wait for it. hatch_build.py alone knows
how to compile. WORLDGATES_COMPILE=0 keeps plain Python; with 1 it is an error if the engine cannot be compiled.

.venv belongs to the launcher. Each build of the project is a folder .venv/engines/<fingerprint>-<kind> that never
changes; worldgates.pth names the one in use, so a running server keeps the files that it started with. packages.stamp
describes the packages and is written after them: without it, an installation was interrupted and begins again.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import sys
import time
from subprocess import DEVNULL, PIPE, STDOUT, Popen, TimeoutExpired, call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # takes long to import

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
WINDOWS = sys.platform == "win32"
VENV = f"{ROOT}/.venv"
BIN = f"{VENV}/Scripts" if WINDOWS else f"{VENV}/bin"
PYTHON = f"{BIN}/python.exe" if WINDOWS else f"{BIN}/python"
VERSIONS = f"{VENV}/versions.txt"  # requirements.lock without its hashes, and
UV = f"{VENV}/uv.txt"  # what it says of uv
STAMP = f"{VENV}/packages.stamp"
ENGINES = f"{VENV}/engines"
ENGINES_KEPT = 6  # a running server may use an older one
CACHE = f"{VENV}/compiled"
REASON = f"{CACHE}/failed.txt"  # hatch_build.py writes here why the engine cannot be compiled
FAILED = f"{VENV}/compile-failed.stamp"  # the sources and compilers of a failed compilation

# The files that the installation depends on. README.md is in the package's metadata only.
FILES = ("LICENSE", "hatch_build.py", "pyproject.toml", "requirements.lock", "tools/launcher.py")
FOLDERS = ("docs/rules", "src")
# What uv and pip say of a package with another hash than requirements.lock has.
MISMATCHES = ("Hash mismatch", "DO NOT MATCH THE HASHES")

MODE = os.environ.get("WORLDGATES_COMPILE", "")
BEHIND = sys.argv[1:2] == ["_compile"]  # this process compiles in the background of a server or a game


class InstallError(Exception):
    """A step of the installation failed; the message says how."""


class HashError(InstallError):
    """A package has another hash than requirements.lock says."""


def main() -> int:
    arguments = sys.argv[1:]
    try:
        if BEHIND:
            os.nice(10)
            compile_engine(arguments[1])
            return 0
        if arguments[:1] == ["extra"] and not extras_are_known(arguments[1:]):
            return 2
        prepare(arguments)
        if arguments[:1] == ["extra"]:
            say(f"Installed: {', '.join(arguments[1:])}.")
            return 0
    except PermissionError as error:
        say(
            f"Worldgates could not be installed: you may not write {error.filename}.\n"
            "The folder belongs to another user: start it as that user, or make a copy of your own."
        )
        return 1
    except (InstallError, OSError, ValueError) as error:
        say(f"Worldgates could not be installed. {error}\nFix the problem (often it is the network), then start again.")
        return 1
    except KeyboardInterrupt:
        if not BEHIND:
            say("\nInterrupted. The next start installs what is missing.")
        return 130
    # -P: a folder or file called worldgates in the current folder must not shadow the package.
    command = [PYTHON, "-P", "-m", "worldgates", *arguments]
    if arguments[:1] == ["test"]:
        command = [PYTHON, "-P", f"{ROOT}/tools/checks.py", *arguments[1:]]
    os.environ.setdefault("WORLDGATES_COMMAND", sys.argv[0])
    # On Windows, exec would return to the shell at once.
    return call(command) if WINDOWS else os.execv(PYTHON, command)


def prepare(arguments: list[str]) -> None:
    """Brings the installation up to date with the checkout and the command."""
    content = fingerprint()
    asked = arguments[:1] in (["test"], ["extra"])
    if asked or not is_current(content):
        content = install(["test"] if arguments[:1] == ["test"] else arguments[1:] if asked else [])
    needs_none = arguments[:1] == ["extra"] or any(word in ("-h", "--help", "--version") for word in arguments)
    if needs_none or not compile_wanted(content):
        return
    command = "serve" if not arguments or arguments[0].startswith("-") else arguments[0]
    if command not in ("serve", "play") or WINDOWS:
        compile_engine(content)
        return
    # In our process group: Ctrl-C in the terminal ends the compiler together with the server.
    behind = [PYTHON, f"{ROOT}/worldgates", "_compile", content]
    Popen(behind, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL if command == "play" else None)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def read(path: str) -> str:
    """The text of a file, empty if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def write(path: str, text: str) -> None:
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def read_project() -> dict[str, Any]:
    import tomllib  # takes long to import, and only an installation needs it

    return tomllib.loads(read(f"{ROOT}/pyproject.toml"))


def extras_are_known(names: list[str]) -> bool:
    extras = read_project()["project"]["optional-dependencies"]
    unknown = [name for name in names if name not in extras]
    if names and not unknown:
        return True
    say(f"There is no extra {', '.join(unknown)}." if unknown else "Which extra is to be installed?")
    say(f"The extras are {', '.join(extras)}. For example: {sys.argv[0]} extra print")
    return False


# What is installed, and whether it is current


def fingerprint() -> str:
    """A digest of the files that the installation depends on. Reading them all takes some milliseconds."""
    paths = [f"{ROOT}/{name}" for name in FILES]
    for folder in FOLDERS:
        for parent, _, names in os.walk(f"{ROOT}/{folder}"):
            kept = [name for name in names if not name.startswith(".") and not name.endswith((".pyc", ".so", ".pyd"))]
            paths += [f"{parent}/{name}" for name in kept]
    digest = hashlib.sha256()
    for path in sorted(paths):
        with open(path, "rb") as file:
            data = file.read()
        digest.update(f"{path.removeprefix(ROOT)} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]


def best_engine(content: str) -> str:
    """The compiled engine if it exists and is allowed, otherwise the plain Python one, which may have to be built."""
    kind = "compiled" if MODE != "0" and os.path.isdir(f"{ENGINES}/{content}-compiled") else "plain"
    return f"{ENGINES}/{content}-{kind}"


def path_file() -> str:
    """The file that names the engine in use."""
    folder = f"{VENV}/Lib" if WINDOWS else f"{VENV}/lib/{os.listdir(f'{VENV}/lib')[0]}"
    return f"{folder}/site-packages/worldgates.pth"


def venv_is_usable() -> bool:
    """Whether .venv is complete, and its Python still exists and is the same."""
    return os.path.exists(PYTHON) and read(STAMP).partition("\n")[0] == os.path.realpath(PYTHON)


def is_current(content: str) -> bool:
    engine = best_engine(content)
    return venv_is_usable() and os.path.isdir(engine) and read(path_file()) == engine


def compile_wanted(content: str) -> bool:
    if MODE == "0" or os.path.isdir(f"{ENGINES}/{content}-compiled"):
        return False
    return MODE == "1" or read(FAILED) != attempt(content)


def attempt(content: str) -> str:
    """What there is to compile, and the compilers: after a failure, a different compiler is a reason to try again."""
    names = (*os.environ.get("CC", "").split()[:1], "cc", "gcc", "clang")
    return " ".join([content, *(shutil.which(name) or "-" for name in names)])


# Installing


def lock() -> io.TextIOWrapper:
    """Locks the installation against other starts of this checkout, until the file is closed."""
    file = open(f"{VENV}.lock", "w", encoding="utf-8")  # noqa: SIM115
    # The installers that we start inherit the lock: if this process is killed, the next start must wait for them.
    os.set_inheritable(file.fileno(), True)
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not BEHIND:
                say("Another start is installing or compiling Worldgates: waiting for it …")
            fcntl.flock(file, fcntl.LOCK_EX)
    return file


def install(groups: list[str]) -> str:
    """Installs what is missing, with groups of packages: those of the tests, extras, and extras installed before.

    Returns the fingerprint of what is installed. The engine may be compiled later."""
    with lock():
        step = "Worldgates has changed: installing it again"
        if not venv_is_usable() or not installers():
            again = "The last installation was not finished, or its Python is gone: starting again …"
            say(again if os.path.lexists(VENV) else "Setting up Worldgates for the first time …")
            step = "Installing Worldgates"
            make_venv()
        project = read_project()
        install_packages(STAMP, "Installing the packages that it needs", project["project"]["dependencies"])
        extras = project["project"]["optional-dependencies"]
        for name, packages in {**extras, "test": project["dependency-groups"]["test"]}.items():
            stamp = f"{VENV}/{name}-packages.stamp"
            if name in groups or (name != "test" and os.path.exists(stamp)):
                what = "that the tests need" if name == "test" else f"of the extra {name}"
                install_packages(stamp, f"Installing the packages {what}", packages)
        while not os.path.isdir(best_engine(content := fingerprint())):
            build_engine(step, content, "plain")
        activate(best_engine(content))
        return content


def make_venv() -> None:
    """A new .venv, with uv in it if PATH has none: it saves more time than it takes to download."""
    if os.path.lexists(VENV):
        shutil.rmtree(VENV)
    # Not sys.executable, which is inside .venv if that is activated.
    base = getattr(sys, "_base_executable", "") or sys.executable
    uv = shutil.which("uv")
    with_uv = [[uv, "venv", "--python", base, VENV]] if uv else []
    run("Making .venv", [*with_uv, [base, "-m", "venv", VENV]])
    if not uv:
        write(UV, "".join(lines_of("uv")))
        try:
            run("Getting uv", [[PYTHON, "-m", "pip", "install", "--require-hashes", "--requirement", UV]])
        except HashError:
            raise
        except InstallError:
            say("uv is not available: installing with pip, which takes longer and checks no hashes.")


def lines_of(package: str) -> list[str]:
    """What requirements.lock says of a package: its version and its hashes."""
    found: list[str] = []
    for line in read(f"{ROOT}/requirements.lock").splitlines(keepends=True):
        if line.startswith(f"{package}==") or (found and line.startswith("    --hash=")):
            found.append(line)
        elif found:
            break
    return found


def write_versions() -> None:
    """Versions for pip: with one hash it demands one for everything, also for the folder of the project."""
    lines = read(f"{ROOT}/requirements.lock").splitlines()
    write(VERSIONS, "\n".join(line.removesuffix(" \\") for line in lines if not line.startswith("    --hash=")))


def install_packages(stamp: str, step: str, packages: list[str]) -> None:
    needs = "\n".join([os.path.realpath(PYTHON), *packages, read(f"{ROOT}/requirements.lock")])
    if read(stamp) != needs:
        write(stamp, "")
        run(step, [[*installer, *packages] for installer in installers()])
        write(stamp, needs)


def installers() -> list[list[str]]:
    """The commands that can install into .venv, the best one first. A .venv that uv made has no pip."""
    uv = shutil.which("uv") or shutil.which("uv", path=BIN)
    found = [[uv, "pip", "install", "--python", PYTHON, "--refresh-package", "worldgates"]] if uv else []
    return [*found, [PYTHON, "-m", "pip", "install"]] if shutil.which("pip", path=BIN) else found


def build_engine(step: str, content: str, kind: str) -> None:
    """Installs the project into its folder, which appears only when it is complete."""
    folder = f"{ENGINES}/{content}-{kind}"
    shutil.rmtree(f"{folder}.new", ignore_errors=True)
    arguments = ["--no-deps", "--target", f"{folder}.new", "."]
    run(step, [[*installer, *arguments] for installer in installers()], "1" if kind == "compiled" else "0")
    if fingerprint() == content:  # otherwise the installed version of a file is unknown
        os.rename(f"{folder}.new", folder)


def activate(engine: str) -> None:
    """Makes this engine the one that Python imports."""
    write(path_file(), engine)
    if not WINDOWS:
        shutil.copy(f"{engine}/bin/worldgates", BIN)
    os.utime(engine)
    folders = (f"{ENGINES}/{name}" for name in os.listdir(ENGINES))
    for old in sorted(folders, key=os.path.getmtime)[:-ENGINES_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def compile_engine(content: str) -> None:
    """Compiles the engine and makes it the one for the next start."""
    with lock():
        if content != fingerprint() or not is_current(content) or not compile_wanted(content):
            return  # another start has compiled it, or the next one installs again
        try:
            build_engine("Compiling the engine (half a minute or so)", content, "compiled")
        except InstallError:
            if MODE == "1":
                raise
            reason = read(REASON) or "its tools could not be installed"
            say(f"The engine stays plain Python (slower, same rules): {reason}. WORLDGATES_COMPILE=1 shows all output.")
            if os.path.exists(REASON):  # otherwise the network may have failed: the next start tries again
                write(FAILED, attempt(content))
            return
        activate(best_engine(content))
    if BEHIND and best_engine(content).endswith("-compiled"):  # or the checkout changed meanwhile
        say("The engine is compiled: the next start will use it.")


def run(step: str, commands: list[list[str]], mode: str = "") -> None:
    """Runs the first command that works, in ROOT. If uv fails, pip may succeed: it may have a mirror or a proxy."""
    if os.path.isdir(VENV):
        write_versions()
    # Names are relative to ROOT: pip treats a space in PIP_CONSTRAINT as the end of the name. Older pips apply
    # PIP_CONSTRAINT to the packages of a build, newer ones PIP_BUILD_CONSTRAINT.
    environment = {**os.environ, **dict.fromkeys(("UV_CONSTRAINT", "UV_BUILD_CONSTRAINT"), "requirements.lock")}
    environment |= dict.fromkeys(("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"), os.path.relpath(VERSIONS, ROOT))
    environment |= {"WORLDGATES_COMPILE": mode, "WORLDGATES_COMPILE_CACHE": CACHE}
    environment.pop("PYTHONPATH", None)  # packages found there would count as installed
    if os.path.exists(REASON):
        os.unlink(REASON)
    if not BEHIND:
        say(f"{step} …")
    began = time.monotonic()
    for command in commands:
        # Standard input belongs to the command line. Open files are inherited, for the lock.
        process = Popen(command, cwd=ROOT, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, close_fds=False)
        while process.returncode is None:
            with contextlib.suppress(TimeoutExpired):
                output = process.communicate(timeout=1)[0]
            if sys.stderr.isatty() and not BEHIND:
                print(f"  {time.monotonic() - began:.0f} s", end="\r", file=sys.stderr, flush=True)
        if process.returncode == 0:
            return
        if os.path.exists(REASON):
            break
        if any(sign in output.decode("utf-8", "replace") for sign in MISMATCHES):
            raise HashError(f"{step} failed: a package has another hash than requirements.lock says.")
    lines = output.decode("utf-8", "replace").strip().splitlines()[-25:]
    raise InstallError("\n    ".join([f"{step} failed. Its last lines:", *lines]))
