"""The languages players read: which one a request wants, numbers as it writes them, and the service's own sentences.

Translations stand in `app/locale/LANGUAGE/LC_MESSAGES/NAME.po`. `server.po` holds what the service itself says, by the
English sentence; the others hold the client's catalogues, by key (app/api/pages/languages.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

LOCALE = Path(__file__).resolve().parents[2] / "locale"
SOURCE = "en"
"""What the catalogues are written in; where a translation lacks a sentence, this one stands."""
LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
"""Every language there is, each with its own name for itself."""
PSEUDO = "en-XA"
"""English made long and strange by code, to see what a translation does to a page; never in production."""
COOKIE = "lang"
COOKIE_BYTES_MAX = 8_192
WISHES_MAX = 16
"""Languages of one Accept-Language that are looked at."""

now: ContextVar[str] = ContextVar("language", default=SOURCE)
"""The language of whoever is being answered."""


def wanted(cookie: str | None, accepted: str, *, pseudo: bool = False) -> str:
    """The language somebody chose, else the first their browser asks for that there is, else English.

    >>> wanted(None, "fr, de-AT;q=0.8, en;q=0.5"), wanted("en", "de"), wanted("xx", "de;q=0, pl")
    ('de', 'en', 'en')
    """
    if cookie in LANGUAGES or (pseudo and cookie == PSEUDO):
        return str(cookie)
    wishes = [wish for part in accepted.split(",")[:WISHES_MAX] if (wish := read_wish(part))]
    for _, language in sorted(wishes, key=lambda wish: -wish[0]):
        if language in LANGUAGES:
            return language
    return SOURCE


def read_wish(part: str) -> tuple[float, str] | None:
    """One wish of an Accept-Language: how much it is wanted, 0…1, and the language without its country. None for
    what is not wanted, or cannot be read.

    >>> read_wish(" de-CH;q=0.7"), read_wish("en;q=0"), read_wish("fr;q=x")
    ((0.7, 'de'), None, None)
    """
    tag, _, weight = part.strip().partition(";")
    language = tag.strip().lower().partition("-")[0]
    name, _, figure = weight.strip().partition("=")
    try:
        much = float(figure) if name.strip().lower() == "q" else 1.0
    except ValueError:
        return None
    return (much, language) if language and 0 < much <= 1 else None


def begin(scope: Scope, *, pseudo: bool) -> None:
    """From here on whoever sent this request or opened this socket is answered in their language."""
    headers = Headers(scope=scope)
    now.set(wanted(chosen(headers.get("cookie", "")), headers.get("accept-language", ""), pseudo=pseudo))


def chosen(cookies: str) -> str | None:
    """What the cookie of the language says, in a request's whole cookie line."""
    if COOKIE not in cookies or len(cookies) > COOKIE_BYTES_MAX:
        return None
    # As a browser sends them: one that another program of the same host set in its own way hides none of ours.
    return cookie_parser(cookies).get(COOKIE)


@lru_cache(maxsize=16)
def locale_of(language: str) -> Locale:
    """Babel's rules for a language; the pseudo-language counts and groups as English does."""
    return Locale.parse(language.partition("-")[0])


def number(n: float, language: str | None = None) -> str:
    """A number as the language writes it, thousands always marked: `Intl.NumberFormat` with grouping "always".

    >>> number(1350, "en"), number(1350, "de")
    ('1,350', '1.350')
    """
    return format_decimal(n, locale=locale_of(language or now.get()), group_separator=True)


def plural(n: int, language: str | None = None) -> str:
    """Which form counts n things: "one", "few", "many" or "other"."""
    form: str = locale_of(language or now.get()).plural_form(n)
    return form


def fill(text: str, params: Mapping[str, Any], language: str | None = None) -> str:
    """Put values into `{name}` places; whole numbers get their thousands marked."""
    for name, value in params.items():
        counted = isinstance(value, int) and not isinstance(value, bool)
        text = text.replace("{" + name + "}", number(value, language) if counted else str(value))
    return text


def say(sentence: str, **params: Any) -> str:
    """A sentence of the service in the language of whoever is being answered; in English where it has no other."""
    return fill(sentences(now.get()).get(sentence, sentence), params)


@lru_cache(maxsize=8)
def sentences(language: str) -> Mapping[str, str]:
    """The service's sentences in a language, by the English ones."""
    found = translation(language, "server")
    return {} if found is None else {str(each.id): str(each.string) for each in found if each.id and each.string}


def translation(language: str, name: str) -> Catalog | None:
    """One file of translations as it stands on disk; None where there is none."""
    path = LOCALE / language / "LC_MESSAGES" / f"{name}.po"
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language)
