"""The client's files: hashed into one release, held in memory, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rjsmin import jsmin

STATIC = Path(__file__).resolve().parents[2] / "static"
RELEASE_CHARACTERS = 12
GZIP_BYTES_MIN = 400

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

Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    path: str
    body: bytes
    zipped: bytes | None
    """The gzip form, where it is worth it."""
    media_type: str
    etag: str
    imports: tuple[str, ...]
    """Paths of the modules that this one imports statically."""
    stamp: Stamp
    """Time of change in nanoseconds and size in bytes, to see an edit."""


class Assets:
    """A snapshot of the files under one folder, and the release name that stands for their contents."""

    def __init__(self, root: Path = STATIC) -> None:
        self.root = root
        self.files: Mapping[str, Asset] = {}
        self.release = ""
        self.refresh()

    def refresh(self) -> None:
        """Read again what changed on disk; unchanged files cost one `stat` each."""
        found = {path.relative_to(self.root).as_posix(): path for path in files_under(self.root)}
        stamps = {name: stamp_of(path) for name, path in found.items()}
        if {name: asset.stamp for name, asset in self.files.items()} == stamps:
            return
        self.files = {
            name: known
            if (known := self.files.get(name)) is not None and known.stamp == stamps[name]
            else read_asset(name, path, stamps[name])
            for name, path in sorted(found.items())
        }
        digest = hashlib.sha256()
        for name, asset in self.files.items():
            digest.update(f"{name}\0{asset.etag}\0".encode())
        self.release = digest.hexdigest()[:RELEASE_CHARACTERS]

    def url(self, path: str) -> str:
        """Where this release serves a file. A missing file gets an address too, and its request a 404."""
        return f"/s/{self.release}/{path.lstrip('/')}"

    def modules(self, entry: str) -> list[str]:
        """The entry module and everything it imports statically, each once, nearest first."""
        ordered: list[str] = []
        waiting = [entry]
        while waiting:
            path = waiting.pop(0)
            if path in ordered or path not in self.files:
                continue
            ordered.append(path)
            waiting.extend(self.files[path].imports)
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


def read_asset(name: str, path: Path, stamp: Stamp) -> Asset:
    """Read, compress and name one file."""
    body = path.read_bytes()
    suffix = path.suffix
    imports: tuple[str, ...] = ()
    if suffix == ".js":
        source = body.decode()
        imports = static_imports(name, source)
        # Words for the readers of the source are a third of it; no phone needs them.
        body = jsmin(source).encode()
    zipped = None
    if suffix in COMPRESSIBLE and len(body) >= GZIP_BYTES_MIN:
        zipped = gzip.compress(body, 9, mtime=0)
    media_type = MEDIA_TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    etag = '"' + hashlib.sha256(body).hexdigest()[:32] + '"'
    return Asset(name, body, zipped, media_type, etag, imports, stamp)


def static_imports(name: str, source: str) -> tuple[str, ...]:
    """Paths, relative to the root, of the modules that a module imports statically."""
    folder = posixpath.dirname(name)
    return tuple(posixpath.normpath(posixpath.join(folder, target)) for target in STATIC_IMPORT.findall(source))
