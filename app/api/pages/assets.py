"""The client's files: hashed into one release and held in memory."""

from __future__ import annotations

import hashlib
import json
import mimetypes
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.api.pages.scripts import slim, slim_sheet

STATIC = Path(__file__).resolve().parents[2] / "static"
RELEASE_CHARACTERS = 12
PACKED_BYTES_MIN = 400

MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
}
COMPRESSIBLE = (".js", ".css", ".json", ".svg", ".txt", ".webmanifest", ".glsl")

# `import x from './a.js'`, `import './a.js'`, `export … from './a.js'`; not dynamic imports, which load late.
STATIC_IMPORT = re.compile(
    r"""^\s*(?:import\s*(?:[\w$*{}\s,]+?\s*from\s*)?|export\s*(?:\*(?:\s*as\s+\w+)?|\{[^}]*\})\s*from\s*)"""
    r"""['"](\.{1,2}/[^'"]+)['"]""",
    re.MULTILINE,
)

# `import('./a.js')`, which loads late.
LATER_IMPORT = re.compile(r"""\bimport\(\s*['"](\.{1,2}/[^'"]+)['"]\s*\)""")

Stamp = tuple[int, int]
MADE: Stamp = (0, 0)
"""Of files that stand on no disk."""
Maker = Callable[[], bytes]
"""Writes a file that stands on no disk: what it says is kept as data elsewhere."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    path: str
    body: bytes
    packs: bool
    """Whether compressing it is worth it."""
    media_type: str
    sha256: str
    """Of the body, in hexadecimal digits."""
    imports: tuple[str, ...]
    """Paths of the modules that this one imports statically."""
    later: tuple[str, ...]
    """Paths of the modules that it imports once it needs them."""
    stamp: Stamp
    """Time of change in nanoseconds and size in bytes, to see an edit."""


class Assets:
    """A snapshot of the files under one folder and of those made from data, and the release name that stands for
    their contents."""

    def __init__(self, root: Path = STATIC, made: Mapping[str, Maker] | None = None) -> None:
        self.root = root
        self.made = made or {}
        self.files: Mapping[str, Asset] = {}
        self.release = ""
        self.refresh()

    def refresh(self) -> None:
        """Read again what changed on disk; unchanged files cost one `stat` each. A made file goes before one on
        disk."""
        names = ((path.relative_to(self.root).as_posix(), path) for path in files_under(self.root))
        found = {name: path for name, path in names if name not in self.made}
        stamps = {name: stamp_of(path) for name, path in found.items()}
        if self.files and {name: file.stamp for name, file in self.files.items() if name not in self.made} == stamps:
            return
        files = {name: asset_of(name, make(), MADE) for name, make in self.made.items()}
        for name, path in found.items():
            known = self.files.get(name)
            if known is None or known.stamp != stamps[name]:
                known = asset_of(name, path.read_bytes(), stamps[name])
            files[name] = known
        self.files = dict(sorted(files.items()))
        digest = hashlib.sha256()
        for name, asset in self.files.items():
            digest.update(f"{name}\0{asset.sha256}\0".encode())
        self.release = digest.hexdigest()[:RELEASE_CHARACTERS]

    def url(self, path: str) -> str:
        """Where this release serves a file. A missing file gets an address too, and its request a 404."""
        return f"/s/{self.release}/{path.lstrip('/')}"

    def modules(self, entry: str) -> list[str]:
        """The entry module and everything it imports statically, each once, nearest first."""
        return self._from(entry, lambda asset: asset.imports)

    def reachable(self, entry: str) -> list[str]:
        """The entry module and everything it may ever import, each once, nearest first."""
        return self._from(entry, lambda asset: (*asset.imports, *asset.later))

    def _from(self, entry: str, leads_to: Callable[[Asset], tuple[str, ...]]) -> list[str]:
        ordered: list[str] = []
        waiting = [entry]
        while waiting:
            path = waiting.pop(0)
            if path in ordered or path not in self.files:
                continue
            ordered.append(path)
            waiting.extend(leads_to(self.files[path]))
        return ordered

    def texts(self, language: str) -> dict[str, dict[str, str]]:
        """The text catalogues of one language by name."""
        prefix = f"text/{language}/"
        return {
            name.removeprefix(prefix).removesuffix(".json"): json.loads(asset.body)
            for name, asset in self.files.items()
            if name.startswith(prefix) and name.endswith(".json")
        }


def files_under(root: Path) -> Iterator[Path]:
    """Every plain file that is meant to be served; editors' left-overs start with a dot."""
    for path in root.rglob("*"):
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(root).parts):
            yield path


def stamp_of(path: Path) -> Stamp:
    """What changes when a file is edited."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def asset_of(name: str, body: bytes, stamp: Stamp) -> Asset:
    """Name and ready one file to be sent."""
    suffix = posixpath.splitext(name)[1]
    imports: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    if suffix == ".js":
        source = body.decode()
        imports = static_imports(name, source)
        # Words for the readers of the source are a third of it; no phone needs them.
        served = slim(source)
        # Only what is served: the words also name modules, for their types.
        later = later_imports(name, served)
        body = served.encode()
    elif suffix == ".css":
        body = slim_sheet(body.decode()).encode()
    media_type = MEDIA_TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packs = suffix in COMPRESSIBLE and len(body) >= PACKED_BYTES_MIN
    return Asset(name, body, packs, media_type, hashlib.sha256(body).hexdigest(), imports, later, stamp)


def static_imports(name: str, source: str) -> tuple[str, ...]:
    """Paths, relative to the root, of the modules that a module imports statically."""
    folder = posixpath.dirname(name)
    return tuple(posixpath.normpath(posixpath.join(folder, target)) for target in STATIC_IMPORT.findall(source))


def later_imports(name: str, source: str) -> tuple[str, ...]:
    """Paths of the modules that a module imports once it needs them."""
    folder = posixpath.dirname(name)
    return tuple(posixpath.normpath(posixpath.join(folder, target)) for target in LATER_IMPORT.findall(source))
