"""Passkeys in a real browser, with an authenticator that the test holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.e2e.visiting import Visit, call, visiting
from tests.serving import Server

pytestmark = pytest.mark.browser

NUMBERS = count(1)


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visit]:
    # A name, not a number: passkeys belong to hosts with names.
    with visiting(browser, house.url.replace("127.0.0.1", "localhost")) as visit:
        yield visit
        visit.troubles[:] = [trouble for trouble in visit.troubles if "40" not in trouble]


class Key:
    """An authenticator of this browser."""

    def __init__(self, page: Page, *, checks_owner: bool = True) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": checks_owner, "automaticPresenceSimulation": True,
        }  # fmt: skip
        self.id = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def credentials(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]
        return found

    def count_back(self, credential: dict[str, Any]) -> None:
        """A copy of the passkey that has been used less often than the house knows."""
        self.cdp.send(
            "WebAuthn.removeCredential", {"authenticatorId": self.id, "credentialId": credential["credentialId"]}
        )
        copy = {**credential, "signCount": 1}
        self.cdp.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": copy})


def opened(visit: Visit) -> tuple[Key, str]:
    """A fresh account that only a passkey opens."""
    page = visit.go("/account")
    key = Key(page)
    name = f"Key {next(NUMBERS)}"
    page.fill("#name", name)
    page.click("#passkey")
    expect(page.locator("#coins")).to_have_text("2,000")
    return key, name


def test_an_account_is_opened_and_entered_with_a_passkey_alone(visit: Visit) -> None:
    key, name = opened(visit)
    page = visit.page
    assert len(key.credentials()) == 1
    expect(page.locator("#passkeys li")).to_have_count(1)
    page.click("#leave")
    page.check("input[name=way][value=enter]")
    page.click("#passkey")
    expect(page.locator("#who")).to_have_text(name)
    assert visit.axe() == []


def test_the_only_way_in_cannot_be_removed(visit: Visit) -> None:
    opened(visit)
    page = visit.page
    page.click("#passkeys button")
    expect(page.locator("#failed")).to_contain_text("the only way in")
    page.click("#codes")
    page.wait_for_timeout(400)
    page.click("dialog button:has-text('written them down')")
    page.click("#passkeys button")
    expect(page.locator("#passkeys li")).to_have_count(0)


def test_a_device_that_does_not_check_its_owner_is_not_taken(visit: Visit) -> None:
    page = visit.go("/account")
    Key(page, checks_owner=False)
    page.fill("#name", f"Key {next(NUMBERS)}")
    page.click("#passkey")
    expect(page.locator("#failed")).to_have_text("No passkey was used.")


def test_a_passkey_that_was_copied_is_refused(visit: Visit) -> None:
    key, _ = opened(visit)
    page = visit.page
    for _ in range(3):
        page.click("#leave")
        page.check("input[name=way][value=enter]")
        page.click("#passkey")
        expect(page.locator("#who")).to_be_visible()
    page.click("#leave")
    (credential,) = key.credentials()
    key.count_back(credential)
    page.check("input[name=way][value=enter]")
    page.click("#passkey")
    expect(page.locator("#failed")).to_contain_text("was not accepted")


# Signs in as the page does, and keeps the answer that was sent.
CAPTURE = """
const plain = (t) => atob(t.replaceAll('-', '+').replaceAll('_', '/'));
const [bytes, text] = [(t) => Uint8Array.from(plain(t), (c) => c.charCodeAt(0)),
  (b) => btoa(String.fromCharCode(...new Uint8Array(b))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')];
async (offer) => {
  const used = await navigator.credentials.get({ publicKey: { ...offer, challenge: bytes(offer.challenge) } });
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
  const response = { clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData),
    signature: text(signature), userHandle: text(userHandle) };
  return { id: used.id, rawId: text(used.rawId), type: used.type, response, clientExtensionResults: {} };
}
"""


def test_an_answer_is_good_once_on_its_own_device_and_for_its_own_words(visit: Visit, browser: Browser) -> None:
    opened(visit)
    page, house = visit.page, visit.house
    offer = call(page.context, house, "/api/logins/passkey/offer", {}).json()
    head, body = CAPTURE.split("async (offer)", 1)
    credential = page.evaluate(f"(offer) => {{ {head} return (async (offer){body})(offer); }}", offer)

    def sent(answer: dict[str, Any], context: Any = None) -> int:
        return call(context or page.context, house, "/api/logins/passkey", {"credential": answer}).status

    broken = json.loads(json.dumps(credential))
    broken["response"]["signature"] = credential["response"]["signature"][:-4] + "AAAA"
    assert sent(broken) == 401
    stranger = json.loads(json.dumps(credential))
    stranger["rawId"] = stranger["id"] = "AAAA"
    assert sent(stranger) == 401
    with browser.new_context() as other:
        other.new_page().goto(house + "/account")
        assert sent(credential, other) == 401, "another device"
    assert sent({"id": 1}) == 422
    assert sent(credential) == 201
    assert sent(credential) == 401, "replayed"
