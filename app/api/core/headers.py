"""The headers that every answer carries."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "media-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
}

OPENER = "cross-origin-opener-policy"
"""Browsers ignore it over plain http, and complain; there it is left out."""

PERMISSIONS = ("camera", "microphone", "geolocation", "payment", "usb")


def fixed_headers(public_url: str | None) -> dict[str, str]:
    """Headers of every answer; with an https `public_url` also HSTS and its socket address in the policy."""
    policy = dict(POLICY)
    headers = {
        OPENER: "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "permissions-policy": ", ".join(f"{name}=()" for name in PERMISSIONS),
    }
    if public_url is not None and public_url.startswith("https://"):
        # Older Safari does not count wss as 'self'.
        policy["connect-src"] += f" wss://{public_url.removeprefix('https://').rstrip('/')}"
        headers["strict-transport-security"] = "max-age=63072000; includeSubDomains"
    headers["content-security-policy"] = "; ".join(f"{name} {value}" for name, value in policy.items())
    return headers


class FixedHeaders:
    """ASGI middleware: the fixed headers on every HTTP answer, and `no-store` where nothing else is said."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self.app = app
        self.headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything through; only the start of an HTTP answer is touched."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    if name != OPENER or trusted(scope):
                        headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


def trusted(scope: Scope) -> bool:
    """Whether a browser counts this address as secure: https, or this machine itself."""
    host = Headers(scope=scope).get("host", "").rpartition(":")[0]
    return scope.get("scheme") == "https" or host in ("localhost", "127.0.0.1", "[::1]")
