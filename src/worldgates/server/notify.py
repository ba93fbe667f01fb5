"""Notices to absent players that it is their turn, by e-mail or through the host's webhook.

A notice stays on disk until it has been sent, so a restarted server sends it later. It contains only what everybody
at the table may know.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import smtplib
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from time import time
from typing import Final
from urllib.parse import unquote, urlsplit
from urllib.request import Request, urlopen

import msgspec

from worldgates.core.text import words
from worldgates.server.metrics import NOTICES
from worldgates.server.settings import Notify
from worldgates.server.store import Notice, Store

LOG = logging.getLogger(__name__)
PATIENCE: Final = 15
FIRST_DELAY: Final = 60.0
LONGEST_DELAY: Final = 3600.0
MOST_TRIES: Final = 12


class Turn(msgspec.Struct):
    """The content of a notice: whose turn it is, at which table."""

    player: str
    language: str
    game: str
    title: str
    table: str
    url: str


class YourTurn(msgspec.Struct, tag_field="type", tag="your_turn"):
    """The body of a webhook."""

    turn: Turn


class Notifier:
    """Sends the notices that are due. `find` returns the content of a notice, or None if the turn is over."""

    def __init__(
        self,
        store: Store,
        settings: Notify,
        address: str,
        find: Callable[[Notice], Awaitable[Turn | None]],
        first_delay: float = FIRST_DELAY,
    ) -> None:
        self.store = store
        self.settings = settings
        self.address = address
        self.find = find
        self.first_delay = first_delay
        self._wake_up = asyncio.Event()

    @property
    def active(self) -> bool:
        return bool(self.settings.webhook or self.settings.smtp)

    def wake(self) -> None:
        self._wake_up.set()

    async def run(self) -> None:
        while self.active:
            self._wake_up.clear()
            try:
                for notice in await self.store.due_notices(time()):
                    await self._deliver(notice)
            except Exception:
                LOG.exception("notices not sent")
            try:
                await asyncio.wait_for(self._wake_up.wait(), self.first_delay)
            except TimeoutError:
                continue

    async def _deliver(self, notice: Notice) -> None:
        try:
            turn = await self.find(notice)
            if turn is not None and await self._send(notice, turn):
                NOTICES.labels("sent").inc()
        # Whatever the other server does, the remaining notices must still be sent.
        except Exception as error:
            facts = {"table": notice.table, "error": str(error)}
            if notice.tries + 1 < MOST_TRIES:
                delay = min(LONGEST_DELAY, self.first_delay * 2**notice.tries)
                LOG.warning("notice not sent", extra={**facts, "again_in": delay})
                NOTICES.labels("failed").inc()
                await self.store.settle_notice(notice, time() + delay)
                return
            LOG.error("notice given up", extra=facts)
            NOTICES.labels("given_up").inc()
        await self.store.settle_notice(notice, None)

    async def _send(self, notice: Notice, turn: Turn) -> bool:
        """Send a notice through every channel; returns whether there was one."""
        sent = False
        # Mail first: it fails more often, and a retry would call the webhook a second time.
        if self.settings.smtp:
            mail = await self.store.mail(notice.visitor)
            if mail is not None and mail.confirmed:
                stop = f"{self.address}/mail/stop/{mail.key}"
                await asyncio.to_thread(send_mail, self.settings, mail.email, *turn_mail(turn, stop))
                sent = True
        if self.settings.webhook:
            await asyncio.to_thread(post, self.settings, msgspec.json.encode(YourTurn(turn)))
            sent = True
        return sent

    async def confirm(self, email: str, key: str, language: str) -> None:
        """Ask the owner of an address to confirm it."""
        tr = words(language).translate
        body = tr(
            "Somebody, hopefully you, asked Worldgates to e-mail this address when it's their turn.\n\n"
            "To confirm, open {yes}\n\nIf it wasn't you, ignore this message: you won't get another one.",
            yes=f"{self.address}/mail/yes/{key}",
        )
        subject = tr("Worldgates: may we e-mail you?")
        await asyncio.to_thread(send_mail, self.settings, email, subject, body, "")


def turn_mail(turn: Turn, stop: str) -> tuple[str, str, str]:
    """Subject and text of a mail, and the link that unsubscribes."""
    tr = words(turn.language).translate
    subject = tr("It's your turn: {title}", title=turn.title)
    body = tr(
        "{player}, the others are waiting for you.\n\nThe table: {url}\n\nTo stop these e-mails: {stop}",
        player=turn.player,
        url=turn.url,
        stop=stop,
    )
    return subject, body, stop


def send_mail(settings: Notify, to: str, subject: str, body: str, stop: str) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = settings.mail_from, to, subject
    message["Auto-Submitted"] = "auto-generated"
    if stop:
        message["List-Unsubscribe"] = f"<{stop}>"
    message.set_content(body)
    parts = urlsplit(settings.smtp)
    assert parts.hostname
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(parts.hostname, parts.port or 0, timeout=PATIENCE) as server:
        if parts.scheme == "smtp+starttls":
            server.starttls()
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(message)


def post(settings: Notify, body: bytes) -> None:
    headers = {"Content-Type": "application/json", "User-Agent": "Worldgates"}
    if settings.webhook_secret:
        digest = hmac.new(settings.webhook_secret.encode(), body, hashlib.sha256).hexdigest()
        headers["X-Worldgates-Signature"] = f"sha256={digest}"
    with urlopen(Request(settings.webhook, body, headers), timeout=PATIENCE):
        pass
