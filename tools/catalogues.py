"""The message catalogues: extracted from the sources, updated, compiled.

    python tools/catalogues.py            writes worldgates.pot, and for each language worldgates.po and worldgates.mo
    python tools/catalogues.py --check    writes nothing

Either way it lists what is left to do (outdated files, messages without a translation, placeholders that differ from
the original) and fails if there is anything. After changing sentences: run it, fill in the empty `msgstr` in the .po
files, run it again.

There is no fuzzy matching: a changed sentence has to be translated again, and a removed one takes its translation with
it. The files depend only on the sources and the translations, without dates or line numbers: a diff shows what
changed, and the check can compare byte by byte.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "worldgates"
LOCALE = SOURCE / "locale"
CHARACTERS = SOURCE / "molthar" / "data" / "characters.csv"
CLIENT = ROOT / "web" / "src"
LANGUAGES = ("fr", "it")

# The sentences of the web client: values of an object in a file `english.ts`, each a text or a pair of plural forms.
_TEXT = r'"(?:[^"\\\n]|\\.)*"'
CLIENT_SENTENCE = re.compile(rf"^\s*(?:\w+):\s*(?:({_TEXT})|\[\s*({_TEXT}),\s*({_TEXT}),?\s*\]),?$", re.MULTILINE)

# Which arguments are messages. Calls without string literals are ignored, such as `hand.count(pearl)`.
KEYWORDS = {"tr": None, "translate": None, "count": (1, 2)}
# The sentences of events, one for each listener (core/chronicle.py): every argument is a message of its own, or every
# two are one with its plural.
TOLD = {"did": (2, 3), "did_to": (3, 4, 5)}
TOLD_COUNTED = {"did_count": (2, 3, 4, 5)}


class Catalogue(Catalog):
    """A catalogue whose header has only what gettext needs and nothing that changes from run to run."""

    def __init__(self, language: str | None = None) -> None:
        super().__init__(locale=language, header_comment="# The words of Worldgates.", fuzzy=False)

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        language = [("Language", str(self.locale)), ("Plural-Forms", self.plural_forms)] if self.locale else []
        return [
            ("Project-Id-Version", "worldgates"),
            *language,
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def gather(source: Path = SOURCE, client: Path = CLIENT) -> Catalogue:
    """All messages: those of the code, those of the web client, and the names of the cards."""
    template = Catalogue()
    for keywords, size in ((KEYWORDS, None), (TOLD, 1), (TOLD_COUNTED, 2)):
        for file, line, found, _, _ in extract_from_dir(source, [("**.py", "python")], keywords=keywords):
            forms = texts(found)
            for start in range(0, len(forms), size or len(forms)):
                message = forms[start : start + (size or len(forms))]
                place = f"src/worldgates/{Path(file).as_posix()}"
                template.add(message[0] if len(message) == 1 else message, locations=[(place, line)])
    for area in sorted(client.rglob("english.ts")):
        place = f"web/src/{area.relative_to(client).as_posix()}"
        for line, sentence in client_sentences(area.read_text(encoding="utf-8")):
            template.add(sentence, locations=[(place, line)])
    with CHARACTERS.open(encoding="utf-8", newline="") as rows:
        place = CHARACTERS.relative_to(ROOT).as_posix()
        for line, row in enumerate(csv.DictReader(rows), start=2):
            template.add(row["name"], locations=[(place, line)], auto_comments=[f"The card {row['id']}"])
    return template


def client_sentences(source: str) -> list[tuple[int, str | tuple[str, str]]]:
    """The sentences of an `english.ts`, with their lines. Anything else between braces is a mistake."""
    found: list[tuple[int, str | tuple[str, str]]] = []
    for match in CLIENT_SENTENCE.finditer(source):
        text, one, many = match.groups()
        line = source.count("\n", 0, match.start()) + 1
        found.append((line, json.loads(text) if text else (json.loads(one), json.loads(many))))
    literals = len(re.findall(_TEXT, re.sub(r"//.*", "", source)))
    if literals != sum(1 if isinstance(message, str) else 2 for _, message in found):
        raise ValueError('english.ts may hold only `key: "text"` and `key: ["one", "many"]`')
    return found


def translate(template: Catalogue, language: str, known: Catalog) -> Catalogue:
    """The messages of the template with the existing translations."""
    catalogue = Catalogue(language)
    for message in template:
        if not message.id:
            continue
        old = known.get(message.id)
        kept = old if old and old.id == message.id and not old.fuzzy else Message(message.id)
        catalogue.add(
            message.id,
            kept.string,
            locations=message.locations,
            auto_comments=message.auto_comments,
            user_comments=kept.user_comments,
        )
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue on disk."""
    path = _path(language, "po")
    return read_po(BytesIO(path.read_bytes()), locale=language, abort_invalid=True) if path.exists() else Catalog()


def texts(message: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The forms of a message or a translation: one text, or singular and plural."""
    return (message,) if isinstance(message, str) else tuple(message)


def faults(catalogue: Catalog) -> list[str]:
    """The messages without a translation, or whose placeholders differ from the original."""
    found = []
    for message in catalogue:
        if not message.id:
            continue
        originals, forms = texts(message.id), texts(message.string or "")
        if not all(forms):
            found.append(f"{catalogue.locale}: not translated: {originals[0]}")
            continue
        for index, form in enumerate(forms):
            # The singular may say "one" instead of {n}.
            optional = {"n"} if len(forms) > 1 and index == 0 else set()
            if placeholders(form) | optional != placeholders(originals[-1]) | optional:
                found.append(f"{catalogue.locale}: the placeholders differ: {form}")
    return found


def placeholders(text: str) -> set[str]:
    """The placeholders; a text with a stray brace has none that match anything."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        return {str(error)}


def files(template: Catalogue, catalogues: dict[str, Catalogue]) -> dict[Path, bytes]:
    """The expected content of the files."""
    wanted = {LOCALE / "worldgates.pot": _po(template)}
    for language, catalogue in catalogues.items():
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        wanted[_path(language, "po")] = _po(catalogue)
        wanted[_path(language, "mo")] = compiled.getvalue()
    return wanted


def run(check: bool) -> list[str]:
    """Write the files, unless this is only a check, and report what is left to do."""
    template = gather()
    catalogues = {language: translate(template, language, read(language)) for language in LANGUAGES}
    left = []
    for path, content in files(template, catalogues).items():
        if path.exists() and path.read_bytes() == content:
            continue
        if check:
            left.append(f"{path.relative_to(ROOT)}: not up to date")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return left + [fault for catalogue in catalogues.values() for fault in faults(catalogue)]


def _path(language: str, kind: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"worldgates.{kind}"


def _po(catalogue: Catalogue) -> bytes:
    text = BytesIO()
    write_po(text, catalogue, width=0, sort_by_file=True, include_lineno=False)
    return text.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description="Gather the messages, update the catalogues, compile them.")
    parser.add_argument("--check", action="store_true", help="write nothing")
    left = run(check=parser.parse_args().check)
    print("\n".join(left) or "The catalogues are complete.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
