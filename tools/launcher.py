"""What ./worldgates does: keeps the installation in .venv current, compiles the engine, starts the command line.

It installs with uv, which it gets from the package index if PATH has none, or with pip. Its messages go to stderr:
stdout belongs to the command line.

Compiling takes a while, so a server or a game starts at once in plain Python while the engine is compiled behind it for
the next start. All other commands wait for it. How to compile is the business of hatch_build.py alone.
WORLDGATES_COMPILE=0 keeps plain Python; with WORLDGATES_COMPILE=1 it is an error if the engine cannot be compiled.

.venv belongs to the launcher. Each build of the project is a folder .venv/engines/<content>-<kind> that never changes;
worldgates.pth names the one in use, so a running server keeps the files that it started with. The stamp describes the
installation and is written last: .venv without a stamp is an installation that was interrupted.
"""

# Every start passes through here. Imports take time, so those that only an installation needs are made where they are
# used, and paths are strings.

import os
import sys
from collections.abc import Iterator, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VENV = os.path.join(ROOT, ".venv")
WINDOWS = sys.platform == "win32"
BIN, ENDING = ("Scripts", ".exe") if WINDOWS else ("bin", "")
PYTHON = os.path.join(VENV, BIN, "python" + ENDING)
ENGINES = os.path.join(VENV, "engines")
STAMP = os.path.join(VENV, "launcher.stamp")
CACHE = os.path.join(VENV, "compiled")
REASON = os.path.join(CACHE, "failed.txt")  # hatch_build.py says here why the engine cannot be compiled
LOG = os.path.join(VENV, "compile.log")

# The files that decide about the installation. README.md is in the package's metadata only.
INPUTS = ("LICENSE", "docs/rules", "hatch_build.py", "pyproject.toml", "requirements.lock", "src", "tools/launcher.py")

held_locks: list[int] = []


class InstallError(Exception):
    """A step of the installation failed; holds what it printed."""

    def __init__(self, step: str, output: str) -> None:
        super().__init__(step)
        self.step = step
        self.output = output.strip()


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["_compile"]:
        return compile_behind(int(arguments[1]), arguments[2] == "announce")
    testing = arguments[:1] == ["test"]
    try:
        prepare(arguments, testing)
    except InstallError as failure:
        say(f"{failure.step} failed. Its last lines:")
        say("\n".join("    " + line for line in failure.output.splitlines()[-25:]))
        say("Fix the problem (often it is the network), then start again.")
        return 1
    except (OSError, ValueError) as error:
        say(f"Installing failed: {error}. Fix that, then start again.")
        return 1
    except KeyboardInterrupt:
        say("Interrupted. The next start installs what is missing.")
        return 130
    # -P: a folder or file called worldgates in the current folder must not be taken for the package.
    command = [PYTHON, "-P", "-m", "worldgates", *arguments]
    if testing:
        command = [PYTHON, "-P", os.path.join(ROOT, "tools", "checks.py"), *arguments[1:]]
    os.environ.setdefault("WORLDGATES_COMMAND", sys.argv[0])
    if not WINDOWS:
        os.execv(PYTHON, command)
    import subprocess

    return subprocess.call(command)


def prepare(arguments: Sequence[str], testing: bool) -> None:
    """Makes the installation fit the checkout and the command."""
    stamp, now = read_stamp(), signature()
    if testing or why_not_current(stamp, now):
        stamp = install(testing)
    elif stamp["signature"] != now:
        refresh_stamp(stamp, now)
    hold(engine_folder(stamp))
    if not compile_wanted(stamp) or any(word in ("-h", "--help", "--version") for word in arguments):
        return
    command = "serve" if not arguments or arguments[0].startswith("-") else arguments[0]
    if command in ("serve", "play") and not WINDOWS:
        import subprocess

        launcher = os.path.join(ROOT, "worldgates")
        subprocess.Popen(
            [PYTHON, launcher, "_compile", str(os.getpid()), "announce" if command == "serve" else "quiet"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the game; when its process ends, so does the compiler
        )
    else:
        compile_engine()
        hold(engine_folder(read_stamp()))


# What is installed, and whether it is current


def inputs() -> list[str]:
    """The files of the checkout that decide about the installation."""
    files = []
    waiting = list(INPUTS)
    while waiting:
        name = waiting.pop()
        path = os.path.join(ROOT, name)
        if os.path.isdir(path):
            for entry in os.listdir(path):
                if entry != "__pycache__" and not entry.startswith(".") and not entry.endswith((".so", ".pyc", ".pyd")):
                    waiting.append(name + "/" + entry)
        elif os.path.exists(path):  # or an editor is replacing it
            files.append(name)
    return sorted(files)


def signature() -> str:
    """Sizes and times of the inputs: cheap, and unchanged as long as nothing touches them."""
    statuses = ((name, os.stat(os.path.join(ROOT, name))) for name in inputs())
    return "\n".join(f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in statuses)


def content() -> str:
    """A digest of the inputs: slower, and unchanged as long as an installation from them would be the same."""
    parts = []
    for name in inputs():
        with open(os.path.join(ROOT, name), "rb") as file:
            parts.append(name + " " + digest(file.read()))
    return digest("\n".join(parts).encode())


def digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def read_stamp() -> dict[str, str]:
    try:
        with open(STAMP, encoding="utf-8") as file:
            head, _, rest = file.read().partition("\n\n")
    except (OSError, UnicodeDecodeError):
        return {}
    return {"signature": rest, **dict(line.split("=", 1) for line in head.splitlines())}


def write_stamp(stamp: dict[str, str]) -> None:
    head = "\n".join(f"{key}={value}" for key, value in stamp.items() if key != "signature")
    replace_file(STAMP, head + "\n\n" + stamp["signature"])


def replace_file(path: str, text: str) -> None:
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def refresh_stamp(stamp: dict[str, str], now: str) -> None:
    """Notes new times of unchanged files, so that the next start need not read them again."""
    try:
        with Lock(".venv.lock", wait=False) as lock:
            # If another start holds the lock, it is installing and writes a stamp of its own.
            if lock.held and read_stamp() == stamp:
                write_stamp({**stamp, "signature": now})
    except OSError:
        pass  # a read-only checkout works too, a little slower


def why_not_current(stamp: dict[str, str], now: str) -> str:
    """The reason to install, as a sentence for the user; empty if the installation is current."""
    if not stamp:
        if os.path.lexists(VENV):
            return "The last installation was not finished: starting again …"
        return "Setting up Worldgates for the first time …"
    if not os.path.exists(PYTHON) or stamp["python"] != os.path.realpath(PYTHON):
        return "The Python that .venv was made with is gone: setting up Worldgates again …"
    if stamp["signature"] != now and stamp["content"] != content():
        return "Worldgates has changed since it was installed: installing it again …"
    if stamp["kind"] != kind_to_use(stamp):
        return "Switching to the other engine, because of WORLDGATES_COMPILE …"
    if not os.path.isdir(engine_folder(stamp)):
        return "The installed engine is gone: installing it again …"
    return ""


def compile_wanted(stamp: dict[str, str]) -> bool:
    mode = os.environ.get("WORLDGATES_COMPILE")
    if stamp["kind"] == "compiled" or mode == "0":
        return False
    return mode == "1" or "failed" not in stamp or stamp["failed"] != compilers()


def compilers() -> str:
    """The compilers on this machine. Where compiling failed, another one is a reason to try again."""
    from shutil import which

    return " ".join(which(name) or "-" for name in (*os.environ.get("CC", "").split()[:1], "cc", "gcc", "clang"))


def kind_to_use(stamp: dict[str, str]) -> str:
    """The better one of the engines that are there for this content and allowed."""
    allowed = os.environ.get("WORLDGATES_COMPILE") != "0"
    return "compiled" if allowed and os.path.isdir(engine_folder({**stamp, "kind": "compiled"})) else "plain"


def engine_folder(stamp: dict[str, str]) -> str:
    return os.path.join(ENGINES, f"{stamp['content'][:16]}-{stamp['kind']}")


# Locks


class Lock:
    """A lock between starts of this checkout."""

    # The installers that we start hold it too: if this process is killed they may run on for a while, and the next
    # start must wait for them.

    def __init__(self, name: str, wait: bool = True, message: str = "") -> None:
        self.descriptor = os.open(os.path.join(ROOT, name), os.O_RDWR | os.O_CREAT, 0o666)
        self.held = take(self.descriptor, wait=False)
        if wait and not self.held:
            if message:
                say(message)
            while not take(self.descriptor, wait=True):
                pass
            self.held = True

    def __enter__(self) -> "Lock":
        held_locks.append(self.descriptor)
        return self

    def __exit__(self, *_: object) -> None:
        held_locks.remove(self.descriptor)
        os.close(self.descriptor)


def take(descriptor: int, wait: bool) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def hold(engine: str) -> None:
    """Keeps other starts from removing the engine while this process runs, also after it has become the command."""
    if sys.platform != "win32":
        import fcntl

        try:
            folder = os.open(engine, os.O_RDONLY)
            fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
            os.set_inheritable(folder, True)
        except OSError:
            pass


def remove_old_engines(stamp: dict[str, str]) -> None:
    """Removes engines of other contents that no process holds."""
    from shutil import rmtree

    for name in os.listdir(ENGINES):
        path = os.path.join(ENGINES, name)
        if name.startswith(stamp["content"][:16]):
            continue
        if WINDOWS:
            rmtree(path, ignore_errors=True)  # Windows itself keeps files that are in use
            continue
        folder = os.open(path, os.O_RDONLY)
        if take(folder, wait=False):
            rmtree(path, ignore_errors=True)
        os.close(folder)


# Installing


def install(testing: bool) -> dict[str, str]:
    """Installs what is missing or not current; returns the stamp. The engine may still have to be compiled."""
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)
    with open(os.path.join(ROOT, "requirements.lock"), encoding="utf-8") as lock:
        versions = lock.read()
    packages = project["project"]["dependencies"]
    test_packages = project["dependency-groups"]["test"]
    needs = digest("\n".join([*packages, versions]).encode())
    test_needs = digest("\n".join([*test_packages, versions]).encode())

    def is_complete(stamp: dict[str, str]) -> bool:
        return not why_not_current(stamp, signature()) and (not testing or stamp["tests"] == test_needs)

    stamp = read_stamp()
    if is_complete(stamp):
        return stamp
    with Lock(".venv.lock", message="Another start is installing Worldgates: waiting for it …"):
        stamp = read_stamp()
        if is_complete(stamp):
            return stamp  # another start installed it while this one waited
        # Taken before anything is copied: a file that changes from here on makes the next start install again.
        new = {"signature": signature(), "content": content(), "kind": "plain", "needs": needs, "tests": ""}
        if reason := why_not_current(stamp, new["signature"]):
            say(reason)
            if stamp:
                os.unlink(STAMP)
            if stamp.get("python") != os.path.realpath(PYTHON) or not next(installers(), None):
                make_venv(versions)
                stamp = {}
            if stamp.get("needs") != needs:
                run_installer("Installing the packages that it needs", packages)
            new["kind"] = kind_to_use(new)
            while not os.path.isdir(engine_folder(new)):
                if not build_engine("Installing Worldgates", new, "0"):
                    new |= {"signature": signature(), "content": content()}
            stamp = {**new, "python": os.path.realpath(PYTHON), "tests": stamp.get("tests", "")}
            activate(stamp)
        if testing and stamp["tests"] != test_needs:
            # The stamp stays meanwhile: these leave alone what is installed already.
            run_installer("Installing the packages that the tests need", test_packages)
            stamp["tests"] = test_needs
            write_stamp(stamp)
        say("Ready.")
        return stamp


def make_venv(versions: str) -> None:
    """A new .venv, with uv in it if PATH has none: it saves more time than it takes to fetch."""
    from shutil import rmtree, which

    if os.path.islink(VENV) or os.path.isfile(VENV):
        os.unlink(VENV)
    elif os.path.exists(VENV):
        rmtree(VENV)
    # Not sys.executable, which is inside .venv if that is activated.
    base = getattr(sys, "_base_executable", "") or sys.executable
    if uv := which("uv"):
        run("Making .venv", [uv, "venv", "--python", base, VENV])
    else:
        run("Making .venv", [base, "-m", "venv", VENV])
        locked = [line for line in versions.splitlines() if line.startswith("uv==")]
        try:
            run("Getting uv", [PYTHON, "-m", "pip", "install", *locked])
        except InstallError:
            say("uv is not available: installing with pip, which takes longer.")
    os.mkdir(ENGINES)


def installers() -> Iterator[list[str]]:
    """The commands that can install into .venv, the best one first. A .venv that uv made has no pip."""
    import subprocess
    from shutil import which

    for uv in (which("uv"), which(os.path.join(VENV, BIN, "uv" + ENDING))):
        if uv:
            locked = ["--constraint", "requirements.lock", "--build-constraint", "requirements.lock"]
            yield [uv, "pip", "install", "--python", PYTHON, *locked, "--refresh-package", "worldgates"]
    if subprocess.call([PYTHON, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0:
        yield [PYTHON, "-m", "pip", "install", "--constraint", "requirements.lock"]


def run_installer(step: str, arguments: Sequence[str], mode: str = "", parent: int = 0) -> None:
    """Installs with uv. If that fails, pip has a try: its settings may know of a mirror or a proxy."""
    failure = InstallError(step, "There is neither uv nor pip.")
    for command in installers():
        try:
            run(step, [*command, *arguments], mode, parent)
        except InstallError as error:
            if os.path.exists(REASON) or (parent and os.getppid() != parent):
                raise
            failure = error
        else:
            return
    raise failure


def build_engine(step: str, stamp: dict[str, str], mode: str, parent: int = 0) -> bool:
    """Installs the project into its folder, which exists only when it is complete.

    Returns False if the checkout has changed meanwhile: nobody knows then which version of a file was installed.
    """
    from shutil import rmtree

    stage = engine_folder(stamp) + ".new"
    rmtree(stage, ignore_errors=True)
    try:
        run_installer(step, ["--no-deps", "--target", stage, "."], mode, parent)
        unchanged = content() == stamp["content"]
        if unchanged:
            os.rename(stage, engine_folder(stamp))
        return unchanged
    finally:
        rmtree(stage, ignore_errors=True)


def activate(stamp: dict[str, str]) -> None:
    """Makes the engine of this stamp the one that Python imports."""
    import subprocess

    ask = [PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'), end='')"]
    packages = subprocess.run(ask, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    replace_file(os.path.join(packages, "worldgates.pth"), engine_folder(stamp) + "\n")
    if not WINDOWS:
        script = os.path.join(VENV, BIN, "worldgates")
        if os.path.lexists(script + ".new"):
            os.unlink(script + ".new")
        os.symlink(os.path.join(engine_folder(stamp), "bin", "worldgates"), script + ".new")
        os.replace(script + ".new", script)
    write_stamp(stamp)
    remove_old_engines(stamp)


def compile_engine(parent: int = 0) -> None:
    """Compiles the engine and makes it the one for the next start."""
    message = "" if parent else "Another start is compiling the engine: waiting for it …"
    with Lock(".venv.compile.lock", message=message):
        before = read_stamp()
        if not before or not compile_wanted(before) or content() != before["content"]:
            return  # another start has done it, or the next one installs again
        result = {"kind": "compiled"}
        if os.path.exists(REASON):
            os.unlink(REASON)
        try:
            if not build_engine("Compiling the engine (half a minute or so)", {**before, **result}, "1", parent):
                return
        except InstallError as failure:
            replace_file(LOG, failure.output + "\n")
            if not os.path.exists(REASON) or os.environ.get("WORLDGATES_COMPILE") == "1":
                raise
            with open(REASON, encoding="utf-8") as file:
                reason = file.read()
            say(f"The engine stays plain Python (slower, same rules): {reason}. All output is in {LOG}.")
            result = {"failed": compilers()}
        with Lock(".venv.lock"):
            stamp = read_stamp()
            if stamp and stamp["content"] == before["content"]:  # or another start has installed something newer
                activate({**stamp, **result})


def compile_behind(parent: int, announce: bool) -> int:
    """Compiles while the process `parent` runs a server or a game, and stops when that ends."""
    if not announce:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    os.nice(10)
    try:
        compile_engine(parent)
    except (InstallError, OSError) as failure:
        if os.getppid() == parent:
            say(f"The engine could not be compiled ({failure}); {LOG} says more. The next start tries again.")
        return 1
    if read_stamp().get("kind") == "compiled":
        say("The engine is compiled: the next start will use it.")
    return 0


def run(step: str, command: list[str], mode: str = "", parent: int = 0) -> None:
    """Runs a command of the installation in ROOT and shows how long it takes; ends it when the process parent ends."""
    import contextlib
    import signal
    import subprocess
    import tempfile
    import time

    # requirements.lock is relative to ROOT: pip takes a space in PIP_CONSTRAINT for the end of the name. Older pips
    # hold the packages of a build to PIP_CONSTRAINT, newer ones to PIP_BUILD_CONSTRAINT.
    environment = {
        **os.environ,
        "PIP_CONSTRAINT": "requirements.lock",
        "PIP_BUILD_CONSTRAINT": "requirements.lock",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "WORLDGATES_COMPILE": mode,
        "WORLDGATES_COMPILE_CACHE": CACHE,
    }
    environment.pop("PYTHONPATH", None)  # packages found there would be taken for installed ones
    live = not parent and sys.stderr.isatty()
    if not parent and not live:
        say(step + " …")
    began = time.monotonic()
    # A folder for all temporary files: an installer that is stopped leaves its own behind.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment, "TMPDIR": folder},
            stdin=subprocess.DEVNULL,  # input is meant for the command line
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=bool(parent),
            pass_fds=() if WINDOWS else held_locks,
        )
        try:
            while process.poll() is None:
                if live:
                    print(f"\r{step} … {time.monotonic() - began:.0f} s ", end="", file=sys.stderr, flush=True)
                if parent and os.getppid() != parent:
                    os.killpg(process.pid, signal.SIGTERM)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.2)
        except KeyboardInterrupt:
            process.wait()  # the terminal has interrupted it too
            raise
        finally:
            if live:
                say("")
        output.seek(0)
        if process.returncode != 0:
            raise InstallError(step, output.read().decode("utf-8", "replace"))
