"""The command line. The modules here have one group of commands each."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from pathlib import Path

from worldgates import __version__

USAGE_ERROR = 2
INTERRUPTED = 130

GROUPS = ("games", "rules", "cards", "experiments", "learning", "bench", "server")


def main() -> None:
    """Run the command line; every error ends in one line that says what is wrong."""
    _mend_streams()
    if sys.argv[1:] == ["--version"]:
        # At once: importing what parses the command line takes longer than everything else.
        print(version())
        return

    from cyclopts.exceptions import CycloptsError, UnusedCliTokensError

    from worldgates.cli.common import app
    from worldgates.core.formats import FormatError
    from worldgates.core.table import RuleError
    from worldgates.core.text import command

    for group in GROUPS:
        import_module(f"worldgates.cli.{group}")
    try:
        code = app(exit_on_error=False, print_error=False, result_action="return_value")
    except UnusedCliTokensError as error:
        _fail(f"there is no command {' '.join(error.unused_tokens or [])!r}: {command()} --help lists them")
    except CycloptsError as error:
        _fail(f"{error} See {command()} --help.")
    except (FormatError, RuleError) as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of our output has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def version() -> str:
    """The version, whether the engine is compiled (and why not, if the build failed), and the Python version."""
    from importlib.util import find_spec
    from platform import python_version

    # The engine is located but not imported, which would take longer than everything else.
    found = find_spec("worldgates.core.chance")
    engine = "engine in plain Python" if found and str(found.origin).endswith(".py") else "compiled engine"
    reason = Path(__file__).parents[1] / "plain.txt"
    if reason.exists():
        engine += f": {reason.read_text(encoding='utf-8').strip()}"
    return f"worldgates {__version__} ({engine}, Python {python_version()})"


def _mend_streams() -> None:
    """Replace closed streams by the null device, and unencodable characters by a question mark."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _fail(message: str) -> None:
    print(f"worldgates: {message}", file=sys.stderr)
    sys.exit(USAGE_ERROR)
