"""`texts`: the sentences that wait for translators, and what is wrong with their translations."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from app.api.core.languages import LANGUAGES, LOCALE, SOURCE, locale_of, translation
from app.api.pages.languages import PLACE, Entry, english, entries, strings_of
from app.cli.sentences import sources, spoken, unused

SERVER = "server"
WIDTH = 110
"""Characters of a line in a file of translations."""
MARK = "*"
"""Stands around what a line shows larger; each translation has as many."""
UNFILLED = re.compile(r"\$\{")

Wanted = Mapping[str, tuple[Entry, ...]]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `texts` on the command line."""
    parser = subparsers.add_parser("texts", help="take out texts for translators, check what came back")
    inner = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    take = inner.add_parser("extract", help="bring every file of translations up to what the English says now")
    take.add_argument("--pot", type=Path, metavar="DIR", help="also write templates for a new language there")
    take.set_defaults(run=run_extract)
    look = inner.add_parser("check", help="a line for each thing that is wrong")
    look.set_defaults(run=run_check)


def run_extract(arguments: argparse.Namespace) -> int:
    """Write the files of translations anew: new sentences empty, changed ones in doubt, gone ones left out."""
    for name, wanted in every_entry().items():
        if arguments.pot is not None:
            arguments.pot.mkdir(parents=True, exist_ok=True)
            store(arguments.pot / f"{name}.pot", merged(wanted, None, None))
        for language in others():
            store(path_of(language, name), merged(wanted, translation(language, name), language))
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Print what is wrong; exit code 1 if anything is."""
    wrong = list(faults())
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


def others() -> list[str]:
    """The languages that are translated into."""
    return [language for language in LANGUAGES if language != SOURCE]


def path_of(language: str, name: str) -> Path:
    """Where the translations of one catalogue stand."""
    return LOCALE / language / "LC_MESSAGES" / f"{name}.po"


def every_entry() -> dict[str, tuple[Entry, ...]]:
    """All there is to translate by catalogue; the service's own sentences have no keys."""
    found = {name: tuple(entries(texts)) for name, texts in english().items()}
    return {**found, SERVER: tuple(Entry("", sentence) for sentence in spoken())}


def merged(wanted: tuple[Entry, ...], old: Catalog | None, language: str | None) -> Catalog:
    """A file of translations for these messages, with what was translated before."""
    new = Catalog(locale=locale_of(language) if language else None)
    known = {} if old is None else {each.context or each.id: each for each in old if each.id}
    for key, sentence in wanted:
        before = known.get(key or sentence)
        stale = before is not None and before.id != sentence
        new.add(
            sentence,
            before.string if before and isinstance(before.id, str) == isinstance(sentence, str) else None,
            context=key or None,
            flags={"fuzzy"} if stale or (before and before.fuzzy) else (),
            user_comments=before.user_comments if before else (),
            previous_id=before.id if before and stale else (),
        )
    return new


def store(path: Path, catalog: Catalog) -> None:
    """Write a file of translations. Its head says only what a reader needs, so that it changes with the texts alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    facts = [f"Language: {catalog.locale}", f"Plural-Forms: {catalog.plural_forms}"] if catalog.locale else []
    head = "".join(f'"{fact}\\n"\n' for fact in [*facts, "Content-Type: text/plain; charset=utf-8"])
    with path.open("wb") as file:
        file.write(f'# {path.stem}. How to translate: docs/translating.md\nmsgid ""\nmsgstr ""\n{head}\n'.encode())
        write_po(file, catalog, width=WIDTH, omit_header=True)


def faults() -> Iterator[str]:
    """A line for each thing that is wrong with the texts or their translations."""
    wanted = every_entry()
    yield from keys_wrong()
    for language in others():
        for name, entries_of in wanted.items():
            yield from translations_wrong(language, name, entries_of)
        for path in sorted((LOCALE / language / "LC_MESSAGES").glob("*.po")):
            if path.stem not in wanted:
                yield f"{language}/{path.name}: there is no such catalogue"


def keys_wrong() -> Iterator[str]:
    """Keys that nothing asks for, and texts that want to be filled in a way nobody fills."""
    texts = english()
    for key in unused([key for catalogue in texts.values() for key in catalogue], [text for _, text in sources()]):
        yield f"{SOURCE}: nothing asks for {key}"
    for name, catalogue in texts.items():
        for key, sentence in catalogue.items():
            if UNFILLED.search(key + sentence):
                yield f"{SOURCE}/{name}.json: {key} holds ${{, which is never filled"


def translations_wrong(language: str, name: str, wanted: tuple[Entry, ...]) -> Iterator[str]:
    """What is wrong with one file of translations."""
    found = translation(language, name) or Catalog(locale=locale_of(language))
    known = {(each.context or "", each.id) for each in found if each.id}
    for entry in wanted:
        strings = strings_of(found, Entry(entry.key or None, entry.english))  # type: ignore[arg-type]
        where = f"{language}/{name}.po: {entry.key or entry.english}"
        known.discard((entry.key, entry.english))
        if not strings:
            yield f"{where}: not translated, or translated from another sentence"
            continue
        if len(strings) != (1 if isinstance(entry.english, str) else found.num_plurals):
            yield f"{where}: another number of plural forms"
        for string in strings:
            if difference := unlike(entry, string):
                yield f"{where}: {difference}"
    for gone in sorted(key or str(sentence) for key, sentence in known):
        yield f"{language}/{name}.po: {gone}: nothing says this any more"


def unlike(entry: Entry, string: str) -> str | None:
    """In what a translation must be like its sentence and is not."""
    originals = (entry.english,) if isinstance(entry.english, str) else entry.english
    places = [Counter(set(PLACE.findall(each))) for each in originals]
    if Counter(set(PLACE.findall(string))) not in places:
        return f"other places than {' or '.join(sorted(set().union(*places)) or ['none'])}"
    if string.count(MARK) not in {each.count(MARK) for each in originals}:
        return f"other marks {MARK}"
    if string != string.strip() and all(each == each.strip() for each in originals):
        return "spaces at an end"
    return None
