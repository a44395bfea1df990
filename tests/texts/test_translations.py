"""The pipeline of texts: catalogues, translations, the pseudo-language, and what may be wrong with them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from app.api.core.languages import LANGUAGES, PSEUDO
from app.api.pages.assets import STATIC
from app.api.pages.languages import Entry, entries, forms, made_texts, strange, text_of, translated
from app.cli.main import main
from app.cli.sentences import sentences_in, spoken, unused
from app.cli.texts import faults, merged, unlike
from app.engine.bots import BOTS
from app.engine.house import HOUSE_NAME, HOW_TO_WIN, SUDDEN_EXACT

TEXTS = {"a.hello": "Hello {name}", "a.dice.one": "{n} die", "a.dice.other": "{n} dice", "a.kind.one": "One"}


def catalog(language: str, text: str) -> Catalog:
    return read_po(io.BytesIO(text.encode()), locale=language)


def test_every_text_is_translated_asked_for_and_filled_like_its_english() -> None:
    assert list(faults()) == []


def test_two_forms_of_a_plural_are_one_message_and_all_else_is_one_each() -> None:
    assert list(entries(TEXTS)) == [
        Entry("a.hello", "Hello {name}"),
        Entry("a.dice", ("{n} die", "{n} dice")),
        Entry("a.kind.one", "One"),
    ]


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("en", {"one": 0, "other": 1}),
        ("de", {"one": 0, "other": 1}),
        ("pl", {"one": 0, "few": 1, "many": 2, "other": 2}),
    ],
)
def test_each_form_that_a_language_counts_with_has_its_place(language: str, found: dict[str, int]) -> None:
    assert forms(language) == found


HELLO = 'msgctxt "a.hello"\nmsgid "Hello {name}"\nmsgstr "Witaj {name}"\n\n'
DICE = 'msgctxt "a.dice"\nmsgid "{n} die"\nmsgid_plural "{n} dice"\n'
POLISH = 'msgstr[0] "{n} kostka"\nmsgstr[1] "{n} kostki"\nmsgstr[2] "{n} kostek"\n'


@pytest.mark.parametrize(
    ("told", "key", "text"),
    [
        (HELLO, "a.hello", "Witaj {name}"),
        (HELLO, "a.kind.one", "One"),
        (HELLO.replace("Hello", "Good day"), "a.hello", "Hello {name}"),
        ("#, fuzzy\n" + HELLO, "a.hello", "Hello {name}"),
        (HELLO.replace("Witaj {name}", ""), "a.hello", "Hello {name}"),
        (DICE + POLISH, "a.dice.few", "{n} kostki"),
        (DICE + POLISH, "a.dice.other", "{n} kostek"),
        (DICE + POLISH.replace("{n} kostki", ""), "a.dice.one", "{n} die"),
    ],
)
def test_only_a_whole_translation_of_the_very_sentence_is_used(told: str, key: str, text: str) -> None:
    assert translated(TEXTS, catalog("pl", told), "pl")[key] == text


def test_new_sentences_come_empty_changed_ones_in_doubt_and_gone_ones_go() -> None:
    old = catalog("de", HELLO.replace("Witaj", "Hallo") + 'msgctxt "gone"\nmsgid "Gone"\nmsgstr "Weg"\n')
    new = merged((Entry("a.hello", "Hi {name}"), Entry("a.new", "New")), old, "de")
    changed, fresh = new.get("Hi {name}", context="a.hello"), new.get("New", context="a.new")
    assert changed is not None
    assert fresh is not None
    assert (changed.string, changed.fuzzy, changed.previous_id) == ("Hallo {name}", True, ["Hello {name}"])
    assert (fresh.string, fresh.fuzzy, new.get("Gone", context="gone")) == (None, False, None)


@pytest.mark.parametrize(
    ("english", "translation", "wrong"),
    [
        ("Roll {n}", "{n} würfeln", None),
        (("{n} die", "{n} dice"), "{n} Würfel", None),
        (("1 seat", "{n} seats"), "1 Platz", None),
        ("Roll {n}", "Würfeln", "other places than {n}"),
        ("Roll", "Würfle {n}", "other places than none"),
        ("*{n}* to go", "noch {n}", "other marks *"),
        ("; again ", "; noch einmal ", None),
        ("Roll", "Würfeln ", "spaces at an end"),
    ],
)
def test_a_translation_has_the_places_and_marks_of_its_sentence(
    english: str | tuple[str, str], translation: str, wrong: str | None
) -> None:
    assert unlike(Entry("a", english), translation) == wrong


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("t('a.hello') tn('a.dice', 2) t('a.kind.one')", []),
        ("t('a.hello')", ["a.dice.one", "a.dice.other", "a.kind.one"]),
        ("t(`a.${word}`)", []),
        ("t(`a.${word}.one`) t(`x.${word}`)", ["a.hello", "a.dice.other"]),
        ("{{ t('a.' ~ word) }}", []),
        ("whose('a.kind'); t(`${word}.one`)", ["a.hello", "a.dice.one", "a.dice.other"]),
        ("t(`${word}`)", ["a.hello", "a.dice.one", "a.dice.other", "a.kind.one"]),
    ],
)
def test_a_key_that_nothing_asks_for_is_found(source: str, left: list[str]) -> None:
    assert unused(TEXTS, [source]) == left


def test_what_the_service_says_is_found_where_it_is_said() -> None:
    import ast

    source = 'Refused("a", "First.")\nsay("Second {n}.", n=1)\nSENTENCES = {1: "Third."}\nRefused("b")\nother("No.")'
    assert list(sentences_in(ast.parse(source))) == ["Third.", "First.", "Second {n}."]
    assert {"That seat is taken.", "A password has at least {n} characters."} <= set(spoken())


@pytest.mark.parametrize("sentence", ["Keep", "Kept {points}.", "{a}: {b}", "*{n}* to go", "{n} %"])
def test_the_pseudo_language_is_longer_and_keeps_every_place(sentence: str) -> None:
    told = strange(sentence)
    assert (told[0], told[-1]) == ("[", "]")
    assert unlike(Entry("a", sentence), told) is None
    assert len(told) >= len(sentence) + 2


def test_every_other_language_has_every_catalogue_with_every_key() -> None:
    made = made_texts(pseudo=True)
    for path in (STATIC / "text" / "en").glob("*.json"):
        keys = set(json.loads(path.read_text()))
        for language in (*LANGUAGES, PSEUDO):
            if language != "en":
                assert keys <= set(json.loads(made[f"text/{language}/{path.name}"]())), (language, path.name)
    assert not any(PSEUDO in name for name in made_texts(pseudo=False))


def test_bots_and_house_rules_say_in_english_what_the_engine_says() -> None:
    texts = json.loads((STATIC / "text" / "en" / "card.json").read_text())
    assert {bot.key: texts[f"bot.{bot.key}"] for bot in BOTS} == {bot.key: bot.line for bot in BOTS}
    told = {f"win.{ending}.{str(beaten).lower()}": text for (ending, beaten), text in HOW_TO_WIN.items()}
    told |= {"win.exact.false": SUDDEN_EXACT}
    assert {key: text for key, text in texts.items() if key.startswith("win.")} == told
    assert text_of("en-XA", "common")["app.house_rules"] == strange(HOUSE_NAME)


def test_the_command_writes_templates_and_finds_nothing_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["texts", "check"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["texts", "extract", "--pot", str(tmp_path)]) == 0
    home = catalog("en", (tmp_path / "home.pot").read_text())
    assert home.get("Land exactly on {n}", context="home.headline") is None
    assert home.get("Land exactly on 10,000", context="home.headline") is not None
