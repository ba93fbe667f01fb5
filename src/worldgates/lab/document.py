"""The balance document, docs/balance.md: its figures are generated, the text around them is written by hand."""

from __future__ import annotations

from pathlib import Path

from worldgates.core.formats import FormatError
from worldgates.lab.balance import Balance
from worldgates.lab.sheets import sheets

BEGIN = "<!-- Written by `worldgates balance --write`: begin. Changes here are lost. -->"
END = "<!-- Written by `worldgates balance --write`: end. -->"


def markdown(balance: Balance, file: Path) -> str:
    """The generated part of a document."""
    lines = [BEGIN, "", f"    {balance.command} --write {file.as_posix()}", ""]
    for sheet in sheets(balance):
        lines += [f"### {sheet.title}", "", "| " + " | ".join(sheet.heading) + " |"]
        # The first column contains names, the others mostly numbers.
        lines.append("|" + "|".join("---" if number == 0 else "---:" for number in range(len(sheet.heading))) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in sheet.rows]
        lines.append("")
    return "\n".join([*lines, END])


def check_document(file: Path) -> None:
    """Check, before hours of games, that the document can be written."""
    if file.is_dir() or not file.parent.is_dir():
        raise FormatError(f"expected a file in a folder that exists, got {file}", "--write")
    if file.exists():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise FormatError(f"{file} is no text in UTF-8", "--write") from None
        if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
            raise FormatError(f"{file} lacks the two lines between which figures go:\n{BEGIN}\n{END}", "--write")


def write_document(balance: Balance, file: Path) -> None:
    """Write the figures into a document; text outside the marked part is kept."""
    check_document(file)
    part = markdown(balance, file)
    if file.exists():
        text = file.read_text(encoding="utf-8")
        text = text[: text.index(BEGIN)] + part + text[text.index(END) + len(END) :]
    else:
        text = f"# Balance: {balance.type.text('en').title()}\n\n{part}\n"
    file.write_text(text, encoding="utf-8")
