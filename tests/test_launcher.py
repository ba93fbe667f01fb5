"""./worldgates in copies of the checkout, where it really installs.

The copies differ from the checkout in two ways. Their command line also answers `echo`, so that a test can see what
arrives there; and the engine that they compile is a single module, to save time.
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import worldgates

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 200  # seconds for any one start, on a busy machine with a slow network

ECHO = """
import json, os, sys

if sys.argv[1:2] == ["echo"]:
    import worldgates.core.chance as engine

    seen = {"arguments": sys.argv[2:], "folder": os.getcwd(), "input": sys.stdin.read(), "engine": engine.__file__}
    print(json.dumps(seen))
    sys.exit(7)

"""


OLD = "import sys; sys.exit(sys.version_info >= (3, 11) or sys.version_info < (3, 6))"


class Checkout:
    """A copy of the checkout, and a PATH that leads to a Python, perhaps to uv, and to nothing else."""

    def __init__(self, root: Path, programs: Path, uv: bool) -> None:
        self.root = root
        self.programs = programs
        ignored = shutil.ignore_patterns(".*", "__pycache__", "*.so", "build", "dist", "node_modules", "artifacts")
        shutil.copytree(ROOT, root, ignore=ignored)
        start = root / "src/worldgates/__main__.py"
        start.write_text(ECHO + start.read_text())
        settings = root / "pyproject.toml"
        modules = re.compile(r"(hooks\.custom\].*?\nmodules = )\[.*?\]", re.DOTALL)
        text, count = modules.subn(r'\1["src/worldgates/core/chance.py"]', settings.read_text())
        assert count == 1
        settings.write_text(text)
        programs.mkdir()
        python: str = getattr(sys, "_base_executable", sys.executable)
        (programs / "python3").symlink_to(python)
        if uv:
            (programs / "uv").symlink_to(Path(sys.executable).parent / "uv")

    def environment(self, **changes: str) -> dict[str, str]:
        left_out = ("CC", "CFLAGS", "VIRTUAL_ENV", "PYTHONPATH")
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in left_out and not name.startswith(("WORLDGATES_", "HATCH_", "PYTEST_"))
        }
        return {**kept, "PATH": str(self.programs), "WORLDGATES_COMPILE": "0", **changes}

    def begin(
        self, *arguments: str, folder: Path | None = None, environment: dict[str, str] | None = None
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.root / "worldgates", *arguments],
            cwd=folder or self.root.parent,
            env=environment or self.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # as in a terminal: what it starts is in its process group
        )

    def run(
        self, *arguments: str, folder: Path | None = None, environment: dict[str, str] | None = None, send: str = ""
    ) -> subprocess.CompletedProcess[str]:
        process = self.begin(*arguments, folder=folder, environment=environment)
        try:
            output, messages = process.communicate(send, timeout=LIMIT)
        finally:
            process.kill()
        return subprocess.CompletedProcess(process.args, process.returncode, output, messages)

    def engine(self, **changes: str) -> tuple[str, str]:
        """Which file the engine is, and what the launcher said before."""
        result = self.run("echo", environment=self.environment(**changes))
        assert result.returncode == 7, result.stderr
        return Path(json.loads(result.stdout)["engine"]).suffix, result.stderr

    def engines(self) -> list[str]:
        """The builds that are installed: complete ones, and those that were given up."""
        return sorted(path.name for path in self.root.glob(".venv/engines/*"))

    def in_use(self) -> Path:
        """The folder of the build in use."""
        (current,) = self.root.glob(".venv/lib/python3*/site-packages/worldgates.pth")
        return Path(current.read_text().strip())

    def installed(self, name: str) -> list[Path]:
        """Files of the build in use."""
        return list(self.in_use().glob(name))


def with_compiler(checkout: Checkout) -> dict[str, str]:
    """The environment of somebody who has a compiler and wishes nothing."""
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        pytest.skip("there is no C compiler")
    return checkout.environment(
        WORLDGATES_COMPILE="", PATH=os.pathsep.join([str(checkout.programs), os.environ["PATH"]])
    )


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkout, subprocess.CompletedProcess[str]]:
    """A checkout installed with nothing but Python on PATH, and what its first start printed."""
    folder = tmp_path_factory.mktemp("python")
    checkout = Checkout(folder / "a checkout (with spaces)", folder / "bin", uv=False)
    return checkout, checkout.run("--version", folder=Path("/"))


@pytest.fixture
def checkout(first_start: tuple[Checkout, subprocess.CompletedProcess[str]]) -> Iterator[Checkout]:
    """The checkout of the first start, unchanged before and after."""
    checkout = first_start[0]
    yield checkout
    (checkout.root / "src/worldgates/new.py").unlink(missing_ok=True)


@pytest.fixture(scope="module")
def with_uv(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout for uv, where nothing is installed yet unless another test did."""
    folder = tmp_path_factory.mktemp("uv")
    return Checkout(folder / "checkout", folder / "bin", uv=True)


def test_the_tests_run_the_installed_package() -> None:
    assert ROOT / "src" not in Path(worldgates.__file__).parents


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_the_first_start_installs_and_runs(first_start: tuple[Checkout, subprocess.CompletedProcess[str]]) -> None:
    checkout, result = first_start
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.splitlines()) == 1  # the version, and none of the talk
    assert "for the first time" in result.stderr
    assert "Getting uv" in result.stderr
    assert result.stderr.endswith("Installing Worldgates …\n")
    assert not list(checkout.root.glob("src/**/*.so"))
    assert [name.partition("-")[2] for name in checkout.engines()] == ["plain"]
    assert subprocess.check_output([checkout.root / ".venv/bin/worldgates", "--version"], text=True) == result.stdout


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_a_later_start_goes_straight_to_the_command_line(checkout: Checkout) -> None:
    def effort(*command: str | Path) -> float:
        """Seconds of work, the least of a few tries: other tests run at the same time and make the clock go on."""

        def used() -> float:
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            return usage.ru_utime + usage.ru_stime

        tries = []
        for _ in range(5):
            before = used()
            result = subprocess.run(
                command, env=checkout.environment(), capture_output=True, text=True, timeout=LIMIT, check=True
            )
            assert result.stderr == ""
            tries.append(used() - before)
        return min(tries)

    checkout.engine()  # whatever an earlier test left to install
    start = effort(checkout.programs / "python3", "-c", "")
    direct = effort(checkout.root / ".venv/bin/python", "-P", "-m", "worldgates", "--version")
    # The launcher costs the start of one more Python, and little beside that.
    assert effort(checkout.root / "worldgates", "--version") < direct + start + 0.05


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_arguments_input_folder_and_exit_code_pass_through(checkout: Checkout, tmp_path: Path) -> None:
    result = checkout.run("echo", "--two words", "", "*", folder=tmp_path, send="line 1\nline 2")
    assert result.returncode == 7
    seen = json.loads(result.stdout)
    assert seen["arguments"] == ["--two words", "", "*"]
    assert seen["input"] == "line 1\nline 2"
    assert seen["folder"] == str(tmp_path)


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_a_package_of_that_name_where_the_user_is_does_no_harm(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "worldgates").mkdir()
    (tmp_path / "worldgates/__init__.py").write_text("raise SystemExit('the wrong one')")
    assert checkout.run("echo", folder=tmp_path).returncode == 7
    assert checkout.run("echo", folder=checkout.root).returncode == 7


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_a_link_to_it_works(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "play").symlink_to(checkout.root / "worldgates")
    result = subprocess.run([tmp_path / "play", "echo"], env=checkout.environment(), timeout=LIMIT, check=False)
    assert result.returncode == 7


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_a_changed_checkout_is_installed_again(checkout: Checkout) -> None:
    new = checkout.root / "src/worldgates/new.py"
    new.write_text("")
    result = checkout.run("echo")
    assert result.returncode == 7, result.stderr
    assert "has changed" in result.stderr
    assert "packages" not in result.stderr  # only the project, not what it depends on
    (installed,) = checkout.installed("worldgates/new.py")

    # The file is gone from the next build. The one before stays for a server that may use it; the oldest are removed.
    older = [installed.parents[2] / f"{number}-plain" for number in range(6)]
    for number, folder in enumerate(older):
        folder.mkdir()
        os.utime(folder, (number, number))
    new.write_text("# changed again")
    assert "has changed" in checkout.run("echo").stderr
    new.unlink()
    assert checkout.engine() == (".py", "")  # as before the first change: that build is still there
    assert not checkout.installed("worldgates/new.py")
    assert installed.exists()
    assert [folder.exists() for folder in older] == [False, False, False, True, True, True]
    for folder in older[3:]:
        folder.rmdir()


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_a_touched_file_that_says_the_same_is_not_installed_again(checkout: Checkout) -> None:
    checkout.engine()
    (checkout.root / "pyproject.toml").touch()
    assert checkout.engine() == (".py", "")


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_an_extra_is_installed_on_request_and_kept(checkout: Checkout, tmp_path: Path) -> None:
    missing = checkout.run("print", "clef", folder=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr.endswith(f"this needs typst: {checkout.root / 'worldgates'} extra print\n")
    unknown = checkout.run("extra", "printing")
    assert unknown.returncode == 2
    assert "There is no extra printing." in unknown.stderr
    assert "lab, print, envs, hosted" in unknown.stderr
    assert checkout.run("extra").returncode == 2

    installed = checkout.run("extra", "print")
    assert installed.returncode == 0, installed.stderr
    assert "Installing the packages of the extra print" in installed.stderr
    assert checkout.run("print", "clef", folder=tmp_path).returncode == 0
    assert (tmp_path / "clef.pdf").read_bytes().startswith(b"%PDF")
    # A new version of the checkout brings its packages up to date, those of the extra too.
    lock = checkout.root / "requirements.lock"
    before = lock.read_text()
    lock.write_text(before + "# changed\n")
    assert "Installing the packages of the extra print" in checkout.run("--version").stderr
    lock.write_text(before)
    (checkout.root / ".venv/print-packages.stamp").unlink()
    checkout.run("--version")


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_the_engine_is_plain_python_without_a_compiler_or_with_a_broken_one(checkout: Checkout) -> None:
    suffix, messages = checkout.engine(WORLDGATES_COMPILE="")
    assert suffix == ".py"
    assert "plain Python (slower, same rules): no C compiler was found" in messages
    assert checkout.engine(WORLDGATES_COMPILE="") == (".py", "")

    broken = str(checkout.programs / "broken-compiler")
    Path(broken).write_text("#!/bin/sh\nexit 1\n")
    Path(broken).chmod(0o755)
    suffix, messages = checkout.engine(WORLDGATES_COMPILE="", CC=broken)
    assert suffix == ".py"
    assert f"{broken} cannot compile" in messages
    # It is tried once, not at every start.
    assert checkout.engine(WORLDGATES_COMPILE="", CC=broken) == (".py", "")
    required = checkout.run("echo", environment=checkout.environment(WORLDGATES_COMPILE="1", CC=broken))
    assert required.returncode == 1
    assert "Compiling the engine (half a minute or so) failed" in required.stderr
    Path(broken).unlink()


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_an_old_python_hands_over_or_says_that_it_is_too_old(checkout: Checkout, tmp_path: Path) -> None:
    checkout.engine()
    known = [shutil.which(f"python3.{minor}") for minor in range(6, 11)]
    known += map(str, Path.home().glob(".pyenv/versions/3.*/bin/python"))
    old = next((path for path in known if path and subprocess.run([path, "-c", OLD], check=False).returncode == 0), "")
    if not old:
        pytest.skip("there is no Python older than 3.11")
    command = [old, str(checkout.root / "worldgates"), "echo"]
    assert subprocess.run(command, env=checkout.environment(), timeout=LIMIT, check=False).returncode == 7

    lonely = tmp_path / "worldgates"
    lonely.write_text((checkout.root / "worldgates").read_text())
    result = subprocess.run([old, lonely], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "needs Python 3.11 or later" in result.stderr
    assert result.stdout == ""


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
@pytest.mark.parametrize("package", ["uv", "msgspec"])
def test_a_package_with_another_hash_is_not_installed(tmp_path: Path, package: str) -> None:
    """uv is checked by pip, all others by uv: neither gives way to an installation without hashes."""
    checkout = Checkout(tmp_path / "a checkout", tmp_path / "bin", uv=package != "uv")
    lock = checkout.root / "requirements.lock"
    before, found, after = lock.read_text().partition(f"\n{package}==")
    its, via, others = after.partition("    # via")
    assert "--hash=sha256:" in its
    lock.write_text(before + found + re.sub(r"sha256:.{8}", "sha256:01234567", its) + via + others)
    result = checkout.run("echo")
    assert result.returncode == 1
    assert "a package has another hash than requirements.lock says" in result.stderr
    assert not list(checkout.root.glob(f".venv/lib/*/site-packages/{package}"))


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with python only")
def test_pip_installs_where_uv_cannot_be_had(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "a checkout", tmp_path / "bin", uv=False)
    lock = checkout.root / "requirements.lock"
    lock.write_text(re.sub(r"(?m)^uv==\S+", "uv==0.0.0.1", lock.read_text()))
    settings = checkout.root / "pyproject.toml"
    few = 'dependencies = ["librt", "mypy-extensions"]'  # what `echo` needs: pip takes its time
    text, count = re.subn(r"(?ms)^dependencies = \[.*?^\]", few, settings.read_text())
    assert count == 1
    settings.write_text(text)
    suffix, messages = checkout.engine()
    assert suffix == ".py"
    assert "uv is not available" in messages
    assert messages.endswith("Installing Worldgates …\n")
    assert not (checkout.root / ".venv/bin/uv").exists()


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with uv")
def test_it_survives_interrupts_kills_and_company(with_uv: Checkout) -> None:
    """A first start is interrupted, the next one killed, and then two come at once."""
    shutil.rmtree(with_uv.root / ".venv", ignore_errors=True)

    def cut_off(number: signal.Signals) -> tuple[int, str]:
        with with_uv.begin("echo") as process:
            assert process.stdin is not None
            assert process.stderr is not None
            process.stdin.close()
            said = ""
            for line in process.stderr:
                said += line
                if "packages that it needs" in line:
                    break
            process.send_signal(number)
            said += process.stderr.read()
            return process.wait(LIMIT), said

    code, messages = cut_off(signal.SIGINT)
    assert code == 130
    assert "for the first time" in messages
    assert messages.splitlines()[-1].startswith("Interrupted.")
    code, messages = cut_off(signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert "was not finished" in messages

    both = [with_uv.begin("echo"), with_uv.begin("echo")]
    try:
        said = [process.communicate(timeout=LIMIT)[1] for process in both]
    finally:
        for process in both:
            process.kill()
    assert [process.returncode for process in both] == [7, 7], said
    assert sorted("Installing Worldgates" in messages for messages in said) == [False, True]
    assert sum("waiting" in messages for messages in said) >= 1
    assert with_uv.run("echo").stderr == ""


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with uv")
def test_the_engine_is_compiled_where_there_is_a_compiler(with_uv: Checkout) -> None:
    environment = with_compiler(with_uv)
    suffix, messages = with_uv.engine(**environment)
    assert suffix == ".so", messages
    assert "Compiling the engine" in messages
    assert with_uv.engine(**environment) == (".so", "")
    assert with_uv.installed("worldgates/core/chance.*.so")
    # Nothing compiled is in use when the choice changes, and to change it back costs nothing.
    assert with_uv.engine()[0] == ".py"
    assert not with_uv.installed("**/*.so")
    suffix, messages = with_uv.engine(**environment)
    assert suffix == ".so"
    assert "Compiling" not in messages


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with uv")
def test_a_server_starts_at_once_and_the_engine_is_compiled_behind_it(with_uv: Checkout, tmp_path: Path) -> None:
    environment = with_compiler(with_uv)
    new = with_uv.root / "src/worldgates/new.py"
    serve = ["serve", "--port", "0", "--no-browser", "--data", str(tmp_path)]

    # Ctrl-C ends the first server before the compiler is done: that ends too, and leaves nothing.
    new.write_text("")
    with with_uv.begin(*serve, environment=environment) as process:
        assert process.stdout is not None
        assert "http://" in process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        messages = process.communicate(timeout=LIMIT)[1]  # comes to its end only when nobody can write any more
    assert "is compiled" not in messages
    assert "Interrupted" not in messages
    content = with_uv.in_use().name.partition("-")[0]
    assert f"{content}-plain" in with_uv.engines()
    assert f"{content}-compiled" not in with_uv.engines()

    # The second one stays. It plays in plain Python to its end; what starts after it has the compiled engine.
    with with_uv.begin(*serve, environment=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address
        version = with_uv.run("--version", environment=environment)
        assert "plain Python" in version.stdout
        assert "Compiling" not in version.stderr
        assert "The engine is compiled" in process.stderr.readline()
        assert with_uv.engine(**environment) == (".so", "")
        assert with_uv.in_use().name == f"{content}-compiled"
        # A change of the checkout does not take its files away.
        new.unlink()
        with_uv.engine()
        assert with_uv.in_use().name.partition("-")[0] != content
        assert f"{content}-plain" in with_uv.engines()
        with urllib.request.urlopen(address.group(), timeout=LIMIT) as page:
            assert b"<html" in page.read()
        process.terminate()
        process.communicate(timeout=LIMIT)


@pytest.mark.slow
@pytest.mark.xdist_group("launcher with uv")
def test_all_checks_run_even_if_one_fails(with_uv: Checkout) -> None:
    shutil.rmtree(with_uv.root / "tests")
    (with_uv.root / "tests").mkdir()
    (with_uv.root / "tests/test_ok.py").write_text(
        "from pathlib import Path\nfrom importlib.util import find_spec\n\n\n"
        "def test_where_it_comes_from() -> None:\n"
        '    found = find_spec("worldgates")\n'
        '    assert found and found.origin and ".venv" in Path(found.origin).parts\n'
    )
    settings = with_uv.root / "pyproject.toml"
    text, count = re.subn(r"(?m)^files = .*", 'files = ["tests"]', settings.read_text())  # mypy need not read it all
    assert count == 1
    few = 'test = ["mypy", "pytest", "pytest-timeout", "pytest-xdist", "ruff"]'  # plugins take long to load
    text, count = re.subn(r"(?ms)^test = \[.*?^\]", few, text)
    assert count == 1
    settings.write_text(text)
    result = with_uv.run("test")
    assert result.returncode == 1
    titles = re.findall("^== (.*)", result.stdout, re.MULTILINE)
    assert titles == ["mypy --strict", "ruff check", "ruff format --check", "pytest"]
    assert "I001" in result.stdout  # imports that are not sorted
    *_, summary, failed = result.stdout.splitlines()
    assert re.match(r"1 passed in ", summary)
    assert failed.startswith("Failed: ruff check")

    (with_uv.root / "tests/test_slow.py").write_text(
        "import pytest\n\n\n@pytest.mark.slow\ndef test_slow() -> None:\n    raise AssertionError\n"
    )
    (with_uv.root / "tests/conftest.py").write_text(
        "import pytest\n\n\ndef pytest_configure(config: pytest.Config) -> None:\n"
        '    config.addinivalue_line("markers", "slow: takes long")\n'
    )
    fast = with_uv.run("test", "--fast")
    assert re.findall("^== (.*)", fast.stdout, re.MULTILINE) == titles
    assert "1 passed" in fast.stdout
    assert "1 failed" not in fast.stdout
    (with_uv.root / "tests/test_slow.py").unlink()

    only = with_uv.run("test", "tests", "-k", "comes")
    assert only.returncode == 0
    assert "1 passed" in only.stdout
    assert "ruff" not in only.stdout
    assert only.stderr == ""


def test_a_folder_of_another_user_is_told_as_such() -> None:
    # Root may write everywhere, so the refusal is played.
    script = (
        "import sys, launcher\n"
        "def lock(): raise PermissionError(13, 'Permission denied', launcher.VENV + '.lock')\n"
        "launcher.lock, launcher.is_current = lock, lambda content: False\n"
        "sys.argv = ['worldgates', 'serve']\n"
        "sys.exit(launcher.main())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 1
    assert ".venv.lock" in done.stderr
    assert "another user" in done.stderr
    assert "network" not in done.stderr
