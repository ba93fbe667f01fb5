"""A real mail server for a test, and the link in a mail that asks for a yes."""

from __future__ import annotations

import re
import socketserver
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from time import sleep

from server_build import Server

PATIENCE = 10


class Post:
    """A mail server that takes whatever comes."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, EmailMessage]] = []
        post = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 post\r\n")
                to = ""
                while line := self.rfile.readline().strip():
                    word = line[:4].upper()
                    if word == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        data = b""
                        while (part := self.rfile.readline()) != b".\r\n":
                            data += part
                        mail = message_from_bytes(data, policy=policy.default)
                        assert isinstance(mail, EmailMessage)
                        post.mails.append((to, mail))
                    elif word == b"RCPT":
                        to = line.decode().partition("<")[2].partition(">")[0]
                    self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 yes\r\n")
                    if word == b"QUIT":
                        return

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def settings(self) -> str:
        """What a host writes below [notify]."""
        return f'smtp = "smtp://127.0.0.1:{self.server.server_address[1]}"\nmail_from = "games@example.org"'

    def wait(self, number: int) -> list[tuple[str, EmailMessage]]:
        for _ in range(PATIENCE * 50):
            if len(self.mails) >= number:
                break
            sleep(0.02)
        return self.mails


def link(mail: EmailMessage, server: Server) -> str:
    found = re.search(rf"http://{server.host}:{server.port}(/mail/yes/\S+)", mail.get_content())
    assert found
    return found[1]
