"""The build hook: compiles the engine into the wheel wherever there is a working C compiler.

Every way to install Worldgates passes through here (pip, uv, a wheel, an sdist, `./worldgates`), so this file alone
knows how to compile. WORLDGATES_COMPILE decides what happens:

    unset   compile if possible, otherwise build a plain Python wheel and say why
    0       build a plain Python wheel
    1       compile, or fail

mypyc makes one C file of all modules that pyproject.toml lists. A file per module would compile in parallel, but
the compiler could no longer inline across modules: measured in decisions per second (gcc 12, best of 5), Molthar lost
13 to 15 % and La clef des mondes 4 to 5 %. -O2 instead of -O3 lost 6 to 7 %.
"""

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Without these, the compiler must assume that another library replaces functions of ours and may not inline them:
# with them the engine is 1.4 times as fast.
# The last one keeps floating-point numbers as they are in plain Python on processors with fused multiply-add: bots
# would decide differently there.
FASTER = ["-fno-semantic-interposition", "-fno-plt", "-ffp-contract=off"]
GROUP = "worldgates"  # the shared library with the code of all compiled modules is worldgates__mypyc
LAST_LINES = 30

# Names a folder that keeps libraries, so that the C compiler runs only if the C code has changed: the launcher sets it,
# because a change outside the engine need not take half a minute, and so do tests.
CACHE = "WORLDGATES_COMPILE_CACHE"
KEPT = 6


class NoCompilerError(Exception):
    """The engine cannot be compiled here; the message says why."""


class EngineBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled engine to the wheel, or a file that says why it is missing."""

    def dependencies(self) -> list[str]:
        """What compiling needs. Nothing where there is no compiler: a plain wheel needs only hatchling."""
        try:
            compiler_settings()
        except NoCompilerError as error:
            if required():
                fail(error)
            return []
        return list(self.config["compile-dependencies"])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # Nothing is written into the source tree, so a build that is killed leaves nothing there.
        self.temporary = tempfile.TemporaryDirectory(prefix="worldgates-build-", ignore_cleanup_errors=True)
        self.folder = Path(self.temporary.name)
        try:
            if version == "editable":
                raise NoCompilerError("an editable install runs the source files")
            settings = compiler_settings()
            self.app.display_info(f"Compiling the engine with mypyc and {settings.get('CC', 'the C compiler')} …")
            libraries = self.compile(settings)
        except NoCompilerError as error:
            if required() and version != "editable":
                fail(error)
            self.app.display_warning(f"The engine will be plain Python (slower, same rules): {error}.")
            if os.environ.get("WORLDGATES_COMPILE") != "0":
                # pip hides what a build prints, so `worldgates --version` shows this.
                note = self.folder / "plain.txt"
                note.write_text(f"{error}\n", encoding="utf-8")
                build_data["force_include"][str(note)] = "worldgates/plain.txt"
            return
        for library in libraries:
            build_data["force_include"][str(library)] = library.relative_to(self.folder / "lib").as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        self.temporary.cleanup()

    def compile(self, settings: dict[str, str]) -> list[Path]:
        """Compiles in a process of its own, because compilers are configured through the environment."""
        request = {"modules": self.config["modules"], "folder": str(self.folder)}
        result = subprocess.run(
            [sys.executable, __file__, json.dumps(request)],
            cwd=self.root,
            env={**os.environ, **settings, "MYPYPATH": "src"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if result.returncode != 0:
            self.app.display_warning("\n".join(result.stdout.splitlines()[-LAST_LINES:]))
            raise NoCompilerError("compiling failed")
        self.app.display_debug(result.stdout)
        return sorted(path for path in (self.folder / "lib").rglob("*") if path.is_file())


def required() -> bool:
    return os.environ.get("WORLDGATES_COMPILE") == "1"


def fail(error: NoCompilerError) -> NoReturn:
    """Ends the build. Installers wrap and decorate what a build prints, so the launcher reads the reason in a file."""
    if CACHE in os.environ:
        folder = Path(os.environ[CACHE])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "failed.txt").write_text(str(error), encoding="utf-8")
    raise error


def compiler_settings() -> dict[str, str]:
    """The environment to compile in."""
    if os.environ.get("WORLDGATES_COMPILE") == "0":
        raise NoCompilerError("WORLDGATES_COMPILE=0 asked for it")
    if sys.platform == "win32":
        return {}  # setuptools finds the compiler, and its flags are others
    for compiler in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"):
        if compiler and compiler.strip() and shutil.which(compiler.split()[0]):
            break
    else:
        raise NoCompilerError("no C compiler was found ($CC, cc, gcc, clang)")
    # The flags that Python itself was compiled with come first, because CFLAGS may replace them: without -fwrapv an
    # overflow is undefined, and without -DNDEBUG the engine checks itself at every step.
    flags = [*(sysconfig.get_config_var("CFLAGS") or "").split(), *os.environ.get("CFLAGS", "").split()]
    for more in (FASTER, []):
        if works(compiler, [*flags, *more]):
            return {"CC": compiler, "CFLAGS": " ".join([*flags, *more])}
    raise NoCompilerError(f"the C compiler {compiler} cannot compile for this Python (are its headers installed?)")


def works(compiler: str, flags: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder, "trial.c")
        trial.write_text("#include <Python.h>\nint trial(void) { return PY_MAJOR_VERSION; }\n", encoding="utf-8")
        command = [*compiler.split(), *flags, "-Werror", "-I", sysconfig.get_path("include"), "-c", str(trial)]
        try:
            result = subprocess.run([*command, "-o", str(Path(folder, "trial.o"))], capture_output=True, check=False)
        except OSError:
            return False
        return result.returncode == 0


def compile_engine(modules: list[str], folder: Path) -> None:
    """Compiles the modules into folder/lib. Runs in the process that `EngineBuildHook.compile` starts."""
    from mypyc.build import mypycify
    from setuptools import Distribution  # type: ignore[import-untyped]
    from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]
    from setuptools.errors import CompileError, LinkError  # type: ignore[import-untyped]

    # Without the project's mypy settings: a warning that a newer mypy gives must not stop an installation.
    options = ["--config-file=", f"--cache-dir={folder / 'cache'}"]
    extensions = mypycify(
        [*options, *modules], opt_level="3", debug_level="0", target_dir=str(folder / "c"), group_name=GROUP
    )
    add_docstrings(modules, folder / "c")
    libraries = folder / "lib"
    cached = Path(os.environ.get(CACHE, folder)) / digest(folder / "c")
    if cached.exists():
        cached.touch()
        shutil.copytree(cached, libraries)
        return
    command = build_ext(Distribution({"name": "worldgates", "ext_modules": extensions}))
    command.build_lib = str(libraries)
    command.build_temp = str(folder / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    try:
        command.run()
    except (CompileError, LinkError) as error:
        sys.exit(str(error))  # without a traceback, which would hide what the compiler said
    if CACHE in os.environ:
        stage = cached.with_suffix(f".{os.getpid()}")
        shutil.copytree(libraries, stage)
        stage.rename(cached)
        for old in sorted(filter(Path.is_dir, cached.parent.iterdir()), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


def add_docstrings(modules: list[str], folder: Path) -> None:
    """Writes the docstrings of the modules into the C code: mypyc itself keeps only the signatures."""
    docs: dict[str, dict[str, str]] = {}
    for module in modules:
        tree = ast.parse(Path(module).read_text(encoding="utf-8"))
        parts = Path(module).with_suffix("").parts
        # mypyc calls a module by as much of the end of its name as tells it apart.
        for name in ("___".join(parts[first:]) for first in range(1, len(parts))):
            docs[f"{name}module"] = docstrings(tree)
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    docs[f"{name}___{node.name}"] = docstrings(node)
    for file in folder.rglob("*.c"):
        here: dict[str, str] = {}
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        for number, line in enumerate(lines):
            if table := re.search(r"PyMethodDef (\w+)_methods\[\] = |PyTypeObject CPyType_(\w+)_template_ = ", line):
                here = docs.get(table[1] or table[2], {})
            if signature := re.search(r'(\.tp_doc = )?PyDoc_STR\("(\w+)\(', line):
                text = here.get("" if signature[1] else signature[2], "")
                lines[number] = line.replace('\\n--\\n\\n")', f'\\n--\\n\\n{quoted(text)}")')
        file.write_text("".join(lines), encoding="utf-8")


def quoted(text: str) -> str:
    """A text as it stands between the quotes of a C string."""
    plain = set(range(32, 127)) - set(b'"\\\\?')
    return "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode())


def docstrings(node: ast.Module | ast.ClassDef) -> dict[str, str]:
    """The docstrings of the functions in a module or class, by their names; its own under the empty name."""
    functions = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    return {"": ast.get_docstring(node) or "", **{each.name: ast.get_docstring(each) or "" for each in functions}}


def digest(folder: Path) -> str:
    """A digest of all that the libraries depend on: the C code, the compiler and Python."""
    parts = [sys.version, *(os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS"))]
    parts += [f"{path.relative_to(folder)} {path.read_text()}" for path in sorted(folder.rglob("*.[ch]"))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    compile_engine(asked["modules"], Path(asked["folder"]))
