"""The client's texts in every language: made from the English catalogues and the translations of their sentences.

A key is a message's context and the English sentence its id; `KEY.one` and `KEY.other` together are one message with a
plural. Only the translation of the very sentence that stands there is used: where the English has changed since, it
stands until somebody has translated it again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from gettext import c2py
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog

from app.api.core.languages import LANGUAGES, PSEUDO, SOURCE, locale_of, translation
from app.api.pages.assets import STATIC

ONE, OTHER = ".one", ".other"
COUNTED_UP_TO = 1_000
"""Enough whole numbers to meet every plural form of every language."""
PLACE = re.compile(r"\{\w+\}")
WORD = re.compile(r"[A-Za-z]{2,}")
WIDER = 0.4
"""How much longer the pseudo-language is: German and Finnish are a third longer than English."""
ACCENTED = str.maketrans("aceinouyAEINOUY", "àçéîñöûýÄÉÎÑÖÛÝ")
FILLING = "öüé"

Texts = dict[str, str]


class Entry(NamedTuple):
    """One message of a catalogue: its key, and its English sentence or its two forms."""

    key: str
    english: str | tuple[str, str]


def english(root: Path = STATIC) -> dict[str, Texts]:
    """The English catalogues by name, as they stand on disk."""
    return {path.stem: json.loads(path.read_text()) for path in sorted((root / "text" / SOURCE).glob("*.json"))}


def entries(texts: Mapping[str, str]) -> Iterator[Entry]:
    """The messages of a catalogue in its order; two forms of one plural count as one."""
    for key, sentence in texts.items():
        stem = key.removesuffix(ONE).removesuffix(OTHER)
        if stem == key or stem + ONE not in texts or stem + OTHER not in texts:
            yield Entry(key, sentence)
        elif key.endswith(ONE):
            yield Entry(stem, (sentence, texts[stem + OTHER]))


@cache
def forms(language: str) -> Mapping[str, int]:
    """Which place among a message's plurals each form has; "other" always has one.

    >>> forms("de"), forms("pl")
    ({'one': 0, 'other': 1}, {'many': 2, 'one': 0, 'few': 1, 'other': 2})
    """
    locale = locale_of(language)
    place_of = c2py(Catalog(locale=locale).plural_expr)
    counted: dict[str, int] = {}
    for n in range(COUNTED_UP_TO):
        counted.setdefault(locale.plural_form(n), place_of(n))
    counted.setdefault("other", max(counted.values()))
    return counted


def strings_of(found: Catalog, entry: Entry) -> tuple[str, ...]:
    """The translation of exactly this sentence, one string for each plural; none if it is not there or in doubt."""
    message = found.get(entry.english, context=entry.key)
    if message is None or message.id != entry.english or message.fuzzy:
        return ()
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return tuple(map(str, strings)) if all(strings) else ()


def translated(texts: Texts, found: Catalog, language: str) -> Texts:
    """A catalogue in another language; English stands where it lacks a sentence."""
    told: Texts = {}
    places = forms(language)
    for entry in entries(texts):
        strings = strings_of(found, entry)
        if isinstance(entry.english, str):
            told[entry.key] = strings[0] if strings else entry.english
        elif len(strings) > 1:
            told |= {f"{entry.key}.{form}": strings[place] for form, place in places.items()}
        else:
            told |= {entry.key + ONE: entry.english[0], entry.key + OTHER: entry.english[1]}
    return told


def strange(sentence: str) -> str:
    """An English sentence with accents, each word longer, and in brackets; its places untouched.

    >>> strange("Keep {n} dice.")
    '[Kéépöü {n} dîçéöü.]'
    """
    parts = re.split(r"(\{\w+\})", sentence)
    return f"[{''.join(part if PLACE.fullmatch(part) else WORD.sub(longer, part) for part in parts)}]"


def longer(word: re.Match[str]) -> str:
    """A word with accents, longer by four tenths."""
    return word[0].translate(ACCENTED) + (FILLING * len(word[0]))[: round(len(word[0]) * WIDER)]


def text_of(language: str, name: str, root: Path = STATIC) -> Texts:
    """One catalogue in one language."""
    texts: Texts = json.loads((root / "text" / SOURCE / f"{name}.json").read_text())
    if language == PSEUDO:
        return {key: strange(sentence) for key, sentence in texts.items()}
    found = translation(language, name)
    return texts if found is None else translated(texts, found, language)


def made_texts(*, pseudo: bool, root: Path = STATIC) -> dict[str, Callable[[], bytes]]:
    """What makes `text/LANGUAGE/NAME.json` of every other language."""
    others = [language for language in (*LANGUAGES, *((PSEUDO,) if pseudo else ())) if language != SOURCE]
    return {
        f"text/{language}/{name}.json": partial(written, language, name, root)
        for language in others
        for name in english(root)
    }


def written(language: str, name: str, root: Path = STATIC) -> bytes:
    """A catalogue as the client reads it."""
    return json.dumps(text_of(language, name, root), ensure_ascii=False, separators=(",", ":")).encode()
