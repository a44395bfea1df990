"""Scripts and style sheets as they are served: without the words for their readers; private names are short."""

from __future__ import annotations

import re
from string import ascii_letters

from rjsmin import jsmin

OWN = re.compile(r"\.#([A-Za-z_]\w*)")
"""A private field or method where it is used."""
DECLARED = re.compile(r"(?:[\n;{}]|\b(?:async|get|set|static) )\Z")
"""What stands before one where it is declared."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
"""Of a style sheet, in none of which a text has the same signs."""
BREAK = re.compile(r"\s*\n\s*")
LOOK_BACK = 8
"""Characters before a declaration in which that stands."""
SHADER_WORDS = frozenset(
    ("define", "elif", "else", "endif", "error", "extension", "if", "ifdef", "ifndef", "line", "pragma", "version")
)
"""These begin lines of a shader, which stands in a script as a text, with the same sign."""


def slim(source: str) -> str:
    """A script without comments and spaces and with short private names; it does the same.

    >>> slim("class A { #count = 0; up() { return ++this.#count; } } // counts")
    'class A{#a=0;up(){return++this.#a;}}'

    A name that also stands elsewhere, as `#title` in a selector, stays as it is.

    >>> slim('class A { #title; see() { return this.#title ?? "#title"; } }')
    'class A{#title;see(){return this.#title??"#title";}}'
    """
    script = str(jsmin(source))
    uses = OWN.findall(script)
    often = sorted(set(uses) - SHADER_WORDS, key=lambda name: (-uses.count(name), name))
    private = [name for name in often if is_private_only(script, name)]
    letters = [letter for letter in ascii_letters if letter not in uses]
    short = dict(zip(private, letters, strict=False))
    return re.sub(r"#([A-Za-z_]\w*)", lambda found: f"#{short.get(found[1], found[1])}", script)


def slim_sheet(source: str) -> str:
    """A style sheet without its comments and the spaces around its lines.

    >>> slim_sheet("/* edge */\\n.a {\\n  margin: calc(1px + 2px); /* air */\\n}\\n")
    '.a {\\nmargin: calc(1px + 2px);\\n}\\n'
    """
    return BREAK.sub("\n", COMMENT.sub("", source)).lstrip()


def is_private_only(script: str, name: str) -> bool:
    """Whether every place of `#name` uses or declares the private name."""
    places = (found.start() for found in re.finditer(rf"#{name}\b", script))
    return all(script[at - 1] == "." or DECLARED.search(script[max(0, at - LOOK_BACK) : at]) for at in places)
