"""Builds the docs site from docs/ and the pages in the project's root, and fails on broken links.

    python tools/docs.py                   writes build/site; open build/site/index.html
    python tools/docs.py --serve           builds it, and serves it on http://127.0.0.1:8000 until Ctrl-C
    python tools/docs.py --output DIR      writes to another folder

It needs the dependency group `docs`: `pip install --group docs`.

The pages link to each other by relative paths, so that they also work on a code-hosting page. The site has a flat root
and no README, so links that leave docs/ are rewritten in a copy, and the copy is built.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent

# Files outside docs/ that are part of the site, and their names there.
ROOT_PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE": "license.md",
    "SECURITY.md": "security.md",
    "web/public/icons/icon.svg": "pictures/icon.svg",
}
# The home page of the site takes the place of the README.
README, HOME = "README.md", "index.md"

LINK = re.compile(r"(\]\()([^)\s]+)(\))")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#")


class DocsError(Exception):
    """The site cannot be built; the message says what to change."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the docs site.")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--serve", action="store_true", help="serve the site on this machine when it is built")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    try:
        pages = build(ROOT, arguments.output)
    except DocsError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{pages} pages in {arguments.output}", flush=True)
    if arguments.serve:
        serve(arguments.output, arguments.port)
    return 0


def build(root: Path, output: Path) -> int:
    """Builds the site of the project in `root` and returns its number of pages."""
    if importlib.util.find_spec("zensical") is None:
        raise DocsError("zensical is not installed: pip install --group docs")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        stage(root, copy)
        # Strict: a link to a missing page, picture or heading is an error.
        done = subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
            cwd=copy,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        site = copy / "site"
        if done.returncode != 0 or not (site / "index.html").is_file():
            raise DocsError(plain(done.stdout + done.stderr))
        if output.exists():
            if not (output / "index.html").is_file():
                raise DocsError(f"{output} exists and is not a site: remove it, or name another folder")
            shutil.rmtree(output)
        shutil.copytree(site, output)
    return sum(1 for page in output.rglob("*.html") if page.name != "404.html")


def plain(output: str) -> str:
    """What the builder printed, without colours and without the traceback that follows its list of problems."""
    return re.sub(r"\x1b\[[\d;]*m", "", output).partition("Traceback (most recent call last)")[0] or output


def stage(root: Path, copy: Path) -> None:
    """Copies all source files of the site, with their links rewritten."""
    shutil.copyfile(root / "zensical.toml", copy / "zensical.toml")
    sources = {f"docs/{path}": path for path in files(root / "docs")}
    sources |= ROOT_PAGES
    for source, target in sources.items():
        path = copy / "docs" / target
        path.parent.mkdir(parents=True, exist_ok=True)
        if source.endswith(".md"):
            text = (root / source).read_text(encoding="utf-8")
            path.write_text(relink(text, source, target, sources), encoding="utf-8", newline="\n")
        elif target.endswith(".md"):
            text = (root / source).read_text(encoding="utf-8")
            path.write_text(f"# {Path(target).stem.capitalize()}\n\n```text\n{text.strip()}\n```\n", encoding="utf-8")
        else:
            shutil.copyfile(root / source, path)


def files(folder: Path) -> list[str]:
    """The files below a folder, relative to it."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def relink(text: str, source: str, target: str, sources: dict[str, str]) -> str:
    """A page whose relative links are changed from paths in the project to paths on the site."""

    def change(match: re.Match[str]) -> str:
        before, link, after = match.groups()
        if ELSEWHERE.match(link):
            return match[0]
        path, hash_sign, heading = link.partition("#")
        wanted = os.path.normpath(PurePosixPath(source).parent / path).replace(os.sep, "/")
        if wanted == README:
            found = HOME
        elif wanted in sources:
            found = sources[wanted]
        else:
            raise DocsError(f"{source} links to {link}: there is no such file in the docs")
        relative = os.path.relpath(found, PurePosixPath(target).parent).replace(os.sep, "/")
        return f"{before}{relative}{hash_sign}{heading}{after}"

    # Odd parts are fenced code, which has no links.
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if index % 2 else LINK.sub(change, part) for index, part in enumerate(parts))


def serve(site: Path, port: int) -> None:
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{port}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
