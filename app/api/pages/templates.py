"""Jinja with the few words that the pages use: `asset`, `modulepreload`, `t`, `tn`, `text_json`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from app.api.core import languages
from app.api.pages.assets import Assets

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


class Texts(NamedTuple):
    """Everything that one release says in one language."""

    release: str
    catalogues: Mapping[str, Mapping[str, str]]
    """By name."""
    keys: Mapping[str, str]
    """All of them together."""


class Pages:
    """Renders templates against one snapshot of the client's files."""

    def __init__(self, assets: Assets, *, live_edit: bool, root: Path = TEMPLATES) -> None:
        self.assets = assets
        self.live_edit = live_edit
        self.texts: dict[str, Texts] = {}
        """By language."""
        self.jinja = Environment(
            loader=FileSystemLoader(root),
            autoescape=select_autoescape(default=True),
            auto_reload=live_edit,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.jinja.globals.update(
            asset=assets.url,
            modulepreload=self.modulepreload,
            t=self.t,
            tn=self.tn,
            text_json=self.text_json,
            num=languages.number,
            languages=languages.LANGUAGES,
        )

    def render(self, name: str, ctx: Mapping[str, Any]) -> str:
        """One page in the language of its reader. Raises `jinja2.TemplateNotFound` for a page that does not exist."""
        if self.live_edit:
            self.assets.refresh()
        language = languages.now.get()
        return self.jinja.get_template(name).render(lang=language, release=self.assets.release, **ctx)

    def read_texts(self) -> Texts:
        """What this release says in the language of whoever is answered."""
        language = languages.now.get()
        found = self.texts.get(language)
        if found is None or found.release != self.assets.release:
            catalogues = self.assets.texts(language)
            keys = {key: text for catalogue in catalogues.values() for key, text in catalogue.items()}
            found = self.texts[language] = Texts(self.assets.release, catalogues, keys)
        return found

    def modulepreload(self, entry: str) -> Markup:
        """A `<link>` for every module that the entry imports, so that the chain loads in one go."""
        return Markup("\n").join(
            Markup('<link rel="modulepreload" href="{}">').format(self.assets.url(path))
            for path in self.assets.modules(entry)[1:]
        )

    def t(self, key: str, **params: Any) -> str:
        """A text by its key; the key itself where the catalogues have none."""
        text = self.read_texts().keys.get(key)
        return key if text is None else languages.fill(text, params)

    def tn(self, key: str, n: int, **params: Any) -> str:
        """A text that counts: `key.one`, `key.few` … as the language counts, with `{n}` filled."""
        form = f"{key}.{languages.plural(n)}"
        return self.t(form if form in self.read_texts().keys else f"{key}.other", n=n, **params)

    def text_json(self, names: Sequence[str]) -> Markup:
        """The texts a page's script reads, as a block that no browser runs."""
        found = self.read_texts().catalogues
        merged = {key: text for name in names for key, text in found.get(name, {}).items()}
        block = json.dumps(merged, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        # `<` could end the block early; JSON has no other use for it.
        return Markup('<script type="application/json" id="text">{}</script>').format(
            Markup(block.replace("<", "\\u003c"))
        )
