"""Documents with generated figures: the text around the two marked lines is written by hand.

`worldgates balance --write docs/balance.md` and `worldgates league --write docs/strength.md` replace what is between
them.
"""

from __future__ import annotations

import os
from pathlib import Path

from worldgates.core.formats import FormatError
from worldgates.lab.sheets import Sheet


def marks(command: str) -> tuple[str, str]:
    """The two lines between which a command writes."""
    return (
        f"<!-- Written by `worldgates {command} --write`: begin. Changes here are lost. -->",
        f"<!-- Written by `worldgates {command} --write`: end. -->",
    )


def markdown(sheets: list[Sheet]) -> str:
    """Tables as Markdown."""
    lines = []
    for sheet in sheets:
        lines += [f"### {sheet.title}", "", "| " + " | ".join(sheet.heading) + " |"]
        # The first column contains names, the others mostly numbers.
        lines.append("|" + "|".join("---" if number == 0 else "---:" for number in range(len(sheet.heading))) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in sheet.rows]
        lines.append("")
    return "\n".join(lines)


def check_document(file: Path, command: str) -> None:
    """Check, before hours of games, that the document can be written."""
    begin, end = marks(command)
    if file.is_dir() or not file.parent.is_dir():
        raise FormatError(f"expected a file in a folder that exists, got {file}", "--write")
    if file.exists():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise FormatError(f"{file} is no text in UTF-8", "--write") from None
        if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
            raise FormatError(f"{file} lacks the two lines between which figures go:\n{begin}\n{end}", "--write")


def write_document(
    file: Path, command: str, title: str, made_by: str, sheets: list[Sheet], picture: Path | None = None
) -> None:
    """Write tables, and a picture that stands in a file of its own, into a document; other text is kept."""
    check_document(file, command)
    begin, end = marks(command)
    lines = [begin, "", f"    {made_by} --write {file.as_posix()}", ""]
    if picture is not None:
        lines += [f"![{title}]({Path(os.path.relpath(picture, file.parent)).as_posix()})", ""]
    part = "\n".join([*lines, markdown(sheets), end])
    if file.exists():
        text = file.read_text(encoding="utf-8")
        text = text[: text.index(begin)] + part + text[text.index(end) + len(end) :]
    else:
        text = f"# {title}\n\n{part}\n"
    file.write_text(text, encoding="utf-8")
