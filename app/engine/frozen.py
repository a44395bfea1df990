"""Changed copies of frozen records, made quickly: a position is copied several times in every step.

The standard `replace` looks at the definition of every field each time, and a frozen record's own `__init__` goes the
long way round its own ban on assignment. Here each set of changes has a function of its own, written when it is first
asked for; it makes the copy as an unfrozen twin, which becomes what it is at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # The same function to a type checker, which knows the fields of the standard one.
    from dataclasses import replace
else:
    from collections.abc import Callable
    from dataclasses import fields, make_dataclass
    from functools import cache

    @cache
    def _twin(kind: type) -> tuple[type, tuple[str, ...]]:
        """A type's unfrozen twin, and the names of its fields."""
        names = tuple(field.name for field in fields(kind))
        return make_dataclass(f"{kind.__name__}Draft", names, slots=True), names

    def _copier(kind: type, changed: tuple[str, ...]) -> Callable[..., Any]:
        """A function of a record and its changed fields, which it sets one by one."""
        twin, names = _twin(kind)
        unknown = [name for name in changed if name not in names]
        if unknown:
            raise TypeError(f"{kind.__name__} has no {', '.join(unknown)}")
        lines = [f"def copier(_old, {', '.join(changed)}):", " _new = _make(_twin)"]
        lines += [f" _new.{name} = {name if name in changed else f'_old.{name}'}" for name in names]
        lines += [" _new.__class__ = _kind", " return _new"]
        space: dict[str, Any] = {"_make": object.__new__, "_twin": twin, "_kind": kind}
        exec("\n".join(lines), space)
        written: Callable[..., Any] = space["copier"]
        return written

    _COPIERS: dict[tuple[type | str, ...], Callable[..., Any]] = {}

    def replace(value: Any, /, **changes: Any) -> Any:
        """The record with some fields changed. Raises TypeError for a field that it does not have."""
        kind = value.__class__
        copier = _COPIERS.get((kind, *changes))
        if copier is None:
            copier = _COPIERS[kind, *changes] = _copier(kind, tuple(changes))
        return copier(value, **changes)


__all__ = ["replace"]
