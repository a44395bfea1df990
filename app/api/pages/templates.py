"""Jinja with the few words that the pages use: `asset`, `modulepreload`, `t`, `tn`, `text_json`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from app.api.pages.assets import Assets

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LANGUAGE = "en"


class Pages:
    """Renders templates against one snapshot of the client's files."""

    def __init__(self, assets: Assets, *, live_edit: bool, root: Path = TEMPLATES) -> None:
        self.assets = assets
        self.live_edit = live_edit
        self.texts: Mapping[str, Mapping[str, str]] = {}
        self.texts_release = ""
        self.jinja = Environment(
            loader=FileSystemLoader(root),
            autoescape=select_autoescape(default=True),
            auto_reload=live_edit,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.jinja.globals.update(
            asset=assets.url, modulepreload=self.modulepreload, t=self.t, tn=self.tn, text_json=self.text_json
        )

    def render(self, name: str, ctx: Mapping[str, Any]) -> str:
        """One page. Raises `jinja2.TemplateNotFound` for a page that does not exist."""
        if self.live_edit:
            self.assets.refresh()
        if self.texts_release != self.assets.release:
            self.texts = self.assets.texts(LANGUAGE)
            self.texts_release = self.assets.release
        return self.jinja.get_template(name).render(lang=LANGUAGE, release=self.assets.release, **ctx)

    def modulepreload(self, entry: str) -> Markup:
        """A `<link>` for every module that the entry imports, so that the chain loads in one go."""
        return Markup("\n").join(
            Markup('<link rel="modulepreload" href="{}">').format(self.assets.url(path))
            for path in self.assets.modules(entry)[1:]
        )

    def t(self, key: str, **params: Any) -> str:
        """A text by its key; the key itself where the catalogues have none."""
        for catalogue in self.texts.values():
            if key in catalogue:
                return fill(catalogue[key], params)
        return key

    def tn(self, key: str, n: int, **params: Any) -> str:
        """A text that counts: `key.one` or `key.other`, with `{n}` filled."""
        return self.t(f"{key}.{'one' if n == 1 else 'other'}", n=n, **params)

    def text_json(self, names: Sequence[str]) -> Markup:
        """The texts a page's script reads, as a block that no browser runs."""
        merged = {key: text for name in names for key, text in self.texts.get(name, {}).items()}
        block = json.dumps(merged, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        # `<` could end the block early; JSON has no other use for it.
        return Markup('<script type="application/json" id="text">{}</script>').format(
            Markup(block.replace("<", "\\u003c"))
        )


def fill(text: str, params: Mapping[str, Any]) -> str:
    """Put values into `{name}` places; whole numbers get their thousands marked."""
    for name, value in params.items():
        shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
        text = text.replace("{" + name + "}", shown)
    return text
