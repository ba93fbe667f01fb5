"""Worldgates as a library: a wheel and an sdist, installed into clean environments of each Python that is found."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
LIMIT = 400  # seconds for a build on a busy machine
# Compiles once per Python, and not at all what ./worldgates has compiled already.
CACHE = (
    ROOT / ".venv/compiled" if (ROOT / ".venv").is_dir() else Path(tempfile.gettempdir(), "worldgates-test-compiled")
)
VERSIONS = ("3.11", "3.12", "3.13")
MODULES: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"][
    "hooks"
]["custom"]["modules"]

# Signs of a network that does not reach a package index, as uv and pip put it.
UNREACHABLE = ("error sending request", "dns error", "Failed to fetch", "connection error", "NewConnectionError")

PLAY = """
import importlib, json, sys
import worldgates

for name in ("molthar", "clef"):
    game = worldgates.new(name, players=["Ada", "Bo"], seed=7)
    for turn in range(300):
        if game.over:
            break
        game.play(game.legal_actions[turn % len(game.legal_actions)])
print(json.dumps([importlib.import_module(module).__file__ for module in sys.argv[1:]]))
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("install"),
    pytest.mark.skipif(not UV.exists(), reason="uv is not installed beside this Python"),
]


def python(version: str) -> str:
    """A Python of this version; the test is skipped where there is none."""
    candidates = [shutil.which(f"python{version}"), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python3")]
    for candidate in candidates:
        check = f"import sys; assert '%d.%d' % sys.version_info[:2] == '{version}'; print(sys.executable, end='')"
        if candidate:
            found = subprocess.run([candidate, "-c", check], capture_output=True, text=True, check=False)
            if found.returncode == 0:
                return found.stdout  # the name may have been a version manager's stand-in
    pytest.skip(f"there is no Python {version}")


def environment(**changes: str) -> dict[str, str]:
    left_out = ("CC", "CFLAGS", "VIRTUAL_ENV", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    kept = {name: value for name, value in kept.items() if not name.startswith("WORLDGATES_")}
    return {**kept, "WORLDGATES_COMPILE_CACHE": str(CACHE), **changes}


def uv(*words: str | Path, **changes: str) -> str:
    """Runs uv on the project; returns what it printed."""
    result = subprocess.run(
        [UV, *words],
        cwd=ROOT,
        env=environment(**changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    if result.returncode != 0 and any(sign in result.stdout for sign in UNREACHABLE):
        pytest.skip("no package index can be reached: " + result.stdout.strip().splitlines()[-1])
    assert result.returncode == 0, result.stdout
    return result.stdout


def build(kind: str, out: Path, version: str = "3.11", source: Path = ROOT, **changes: str) -> tuple[Path, str]:
    """Builds a wheel or an sdist; returns it, and what the build printed."""
    constraint = ["--build-constraint", str(ROOT / "requirements.lock")]
    said = uv("build", f"--{kind}", "--python", python(version), *constraint, "--out-dir", out, source, **changes)
    (built,) = [*out.glob("*.whl"), *out.glob("*.tar.gz")]
    return built, said


class Installed:
    """A package in an environment of its own."""

    def __init__(self, package: Path, folder: Path, version: str) -> None:
        self.folder = folder
        uv("venv", "--python", python(version), folder)
        lock = ["--constraint", "requirements.lock", "--build-constraint", "requirements.lock"]
        uv("pip", "install", "--python", folder / "bin/python", *lock, package)

    def run(self, *words: str) -> str:
        command = [str(self.folder / "bin" / words[0]), *words[1:]]
        return subprocess.check_output(command, cwd=self.folder, env=environment(), text=True, timeout=LIMIT)

    def engine(self) -> set[str]:
        """Plays both games; returns the endings of the files that the engine consists of."""
        modules = [name.removeprefix("src/").removesuffix(".py").replace("/", ".") for name in MODULES]
        files: list[str] = json.loads(self.run("python", "-c", PLAY, *modules))
        assert all(str(self.folder) in file for file in files)
        return {Path(file).suffix for file in files}


def unoptimised(folder: Path) -> Path:
    """A compiler that leaves out its optimiser: the last -O counts."""
    compiler = folder / "quick-cc"
    compiler.write_text('#!/bin/sh\nexec cc "$@" -O0\n')
    compiler.chmod(0o755)
    return compiler


def tree() -> dict[str, int]:
    """The files of the source tree, to see that a build leaves it alone."""
    folders = [ROOT, *(path for path in (ROOT / "src").rglob("*") if path.is_dir() and path.name != "__pycache__")]
    files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    return {str(path): path.stat().st_mtime_ns for path in files}


@pytest.fixture(scope="module")
def compiler() -> None:
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        pytest.skip("there is no C compiler")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", tmp_path_factory.mktemp("sdist"))[0]


@pytest.fixture(scope="module")
def small(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with one module to compile that imports no other, where it does not matter how many there are."""
    place = tmp_path_factory.mktemp("small")
    with tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
    (folder,) = place.iterdir()
    settings = folder / "pyproject.toml"
    text, count = re.subn(r"(?s)(\nmodules = )\[.*?\]", r'\1["src/worldgates/core/chance.py"]', settings.read_text())
    assert count == 1
    settings.write_text(text)
    start = folder / "src/worldgates/__init__.py"
    version = re.search(r'^__version__ = ".*"$', start.read_text(), re.MULTILINE)
    assert version
    start.write_text(version[0] + "\n")
    return folder


def test_an_sdist_has_all_that_a_wheel_needs(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    rules = {f"docs/rules/{path.name}" for path in (ROOT / "docs/rules").iterdir()}
    assert names >= {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", *rules, *MODULES}
    assert not any(name.startswith(("tests/", "web/", ".venv")) or name.endswith(".so") for name in names)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_wheel_has_the_compiled_engine(version: str, tmp_path: Path) -> None:
    before = tree()
    # The launcher has compiled for one Python already. For the others it is enough that it compiles, without the
    # optimiser, which takes a minute each; another test has the flags.
    compiler = {} if version == VERSIONS[0] else {"CC": str(unoptimised(tmp_path))}
    wheel, said = build("wheel", tmp_path / "dist", version, ROOT, **compiler)
    assert tree() == before
    assert "Compiling the engine with mypyc" in said
    tag = "cp" + version.replace(".", "")
    assert f"-{tag}-{tag}-" in wheel.name
    assert "none-any" not in wheel.name
    installed = Installed(wheel, tmp_path / "venv", version)
    assert installed.engine() <= {".so", ".pyd"}
    shown = installed.run("worldgates", "--version")
    assert "(compiled engine, " in shown
    assert f"Python {version}." in shown


@pytest.mark.usefixtures("compiler")
def test_the_sdist_is_compiled_where_it_is_installed(sdist: Path, tmp_path: Path) -> None:
    assert Installed(sdist, tmp_path / "venv", "3.11").engine() <= {".so", ".pyd"}


@pytest.mark.usefixtures("compiler")
def test_the_compiler_gets_pythons_own_flags_and_those_that_make_it_faster(small: Path, tmp_path: Path) -> None:
    """A compiler that notes what it is called with. The number in a flag keeps the cache from answering."""
    note, compiler = tmp_path / "calls", tmp_path / "noting-cc"
    compiler.write_text(f'#!/bin/sh\necho "$@" >> {note}\nexec cc "$@"\n')
    compiler.chmod(0o755)
    _, said = build("wheel", tmp_path / "dist", source=small, CC=str(compiler), CFLAGS=f"-DTRIED={os.getpid()}")
    assert str(compiler) in said
    (line,) = [line for line in note.read_text().splitlines() if "__native_worldgates.c" in line and " -c " in line]
    flags = line.split()
    ask = [python("3.11"), "-c", "import sysconfig; print(sysconfig.get_config_var('CFLAGS'))"]
    for flag in subprocess.check_output(ask, text=True).split():
        assert flag in flags
    assert [flag for flag in flags if flag.startswith("-O")][-1] == "-O3"
    assert {"-fno-semantic-interposition", "-fno-plt", "-DNDEBUG", "-fwrapv", f"-DTRIED={os.getpid()}"} <= set(flags)


def assert_plain(wheel: Path, folder: Path) -> str:
    """Checks a plain wheel; returns what --version shows."""
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert not any(name.endswith((".so", ".pyd")) for name in archive.namelist())
    installed = Installed(wheel, folder, "3.11")
    assert installed.engine() == {".py"}
    return installed.run("worldgates", "--version")


def test_the_engine_is_plain_python_if_asked_for(tmp_path: Path) -> None:
    wheel, said = build("wheel", tmp_path / "dist", WORLDGATES_COMPILE="0")
    assert "plain Python (slower, same rules): WORLDGATES_COMPILE=0 asked for it" in said
    assert "(engine in plain Python, Python 3.11." in assert_plain(wheel, tmp_path / "venv")


def test_the_engine_is_plain_python_without_a_compiler(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    wheel, said = build("wheel", tmp_path / "dist", PATH=str(empty))
    assert "plain Python (slower, same rules): no C compiler was found" in said
    assert "(engine in plain Python: no C compiler was found" in assert_plain(wheel, tmp_path / "venv")


def test_a_compiler_that_fails_gives_plain_python_unless_compiling_is_required(small: Path, tmp_path: Path) -> None:
    """It passes the trial, and fails at the engine."""
    compiler = tmp_path / "failing-cc"
    compiler.write_text('#!/bin/sh\ncase "$*" in *trial.c*) exec cc "$@";; esac\necho the disk is full\nexit 1\n')
    compiler.chmod(0o755)
    wheel, said = build("wheel", tmp_path / "dist", source=small, CC=str(compiler))
    assert "the disk is full" in said
    assert "plain Python (slower, same rules): compiling failed" in said
    assert wheel.name.endswith("-py3-none-any.whl")
    command = [str(UV), "build", "--wheel", "--python", python("3.11"), "--out-dir", str(tmp_path / "none")]
    required = environment(CC=str(compiler), WORLDGATES_COMPILE="1")
    result = subprocess.run(command, cwd=small, env=required, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    assert "compiling failed" in result.stderr
    assert not list((tmp_path / "none").glob("*.whl"))


def test_pip_installs_from_the_folder(small: Path, tmp_path: Path) -> None:
    """The way of the README, with pip itself."""
    uv("venv", "--seed", "--python", python("3.11"), tmp_path / "venv")
    # The same versions without hashes: with one hash, pip demands one for everything, also for the folder.
    versions = re.sub(r" \\\n    --hash=\S+", "", (ROOT / "requirements.lock").read_text())
    assert "--hash" not in versions
    (small / "versions.txt").write_text(versions)
    settings = environment(PIP_CONSTRAINT="versions.txt", PIP_BUILD_CONSTRAINT="versions.txt")
    command = [str(tmp_path / "venv/bin/python"), "-m", "pip", "install", "--no-deps", "."]
    result = subprocess.run(
        command, cwd=small, env=settings, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    if result.returncode != 0 and any(sign in result.stdout + result.stderr for sign in UNREACHABLE):
        pytest.skip("no package index can be reached")
    assert result.returncode == 0, result.stdout + result.stderr
    compiled = list((tmp_path / "venv").rglob("worldgates/core/chance.*.so"))
    has_compiler = any(shutil.which(name) for name in ("cc", "gcc", "clang"))
    assert len(compiled) == has_compiler
