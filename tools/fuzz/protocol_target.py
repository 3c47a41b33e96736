"""Bytes on the language server's input: headers, lengths, batches and messages that are wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

from tools.fuzz.target import Target, expect

_METHODS = (
    *("shutdown", "initialize", "no/such/method", "$/no/such/notification", "exit/", "window/x"),
    *("textDocument/didOpen", "textDocument/didChange", "textDocument/hover", "$/cancelRequest"),
    *("textDocument/codeAction", "textDocument/didClose", "workspace/executeCommand", "", "x"),
    *("workspace/didChangeConfiguration", "notebookDocument/didChange", "initialized"),
)
_ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**31, 2**70, 1e300, "", "file:///a.py", "x" * 3000, [], [[]], {}),
    *({"line": -1, "character": 2**40}, {"line": 0, "character": 1}, {"uri": "file:///a.py"}),
    {"uri": "file:///a.py", "languageId": "python", "version": 1, "text": "import tensorflow 𝒳"},
)
_KEYS = ("textDocument", "position", "range", "contentChanges", "command", "arguments", "id", "uri")
_HEADERS = (
    *(b"X: y\r\n", b"Content-Type: a; charset=utf-99\r\n", b"content-length: 3\r\n"),
    *(b"Content-Length: 3\r\n", b"A" * 100_000 + b"\r\n", b"A: b\r\n" * 10_000),
)
#: Wrong ones leave the server in the middle of a message, or end it.
_LENGTHS = (b"0", b"-5", b"+2", b"1e3", b"abc", b"", b"1000000000000", b"9" * 5000)
_NO_MESSAGES = (b"", b"\r\n\r\n", b"X: y\r\n\r\n{}", b"Content-Length: 2\n\n{}", bytes(range(256)))
START = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"capabilities": {}, "processId": None, "rootUri": None},
}
_END = (
    {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
    {"jsonrpc": "2.0", "method": "exit"},
)


def framed(message: Any) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def _message(rng: Random) -> bytes:
    made: Any = {"jsonrpc": "2.0", "method": rng.choice(_METHODS)}
    if rng.random() < 0.6:
        made["id"] = rng.choice(_ODD)
    if rng.random() < 0.9:
        keys = rng.sample(_KEYS, k=rng.randrange(4))
        made["params"] = {key: rng.choice(_ODD) for key in keys} or rng.choice(_ODD)
    if rng.random() < 0.2:
        made = rng.choice(([made, made], *_ODD))
    body = json.dumps(made).encode()
    kind = rng.randrange(10)
    if kind == 0:
        body = rng.choice((b"", b"{", b"\xff", b"[" * 5000, b"nul", body[:-1], b'{"a":' * 2000))
    if kind == 1:
        return rng.choice(_HEADERS) + framed(body)
    if kind == 2:
        return b"Content-Length: %s\r\n\r\n%s" % (rng.choice(_LENGTHS), body)
    if kind == 3:
        return rng.choice(_NO_MESSAGES)
    if kind == 4:
        return framed(_opened(rng))
    if kind == 5:
        return rng.choice((framed(START), framed(_END[0])))
    return framed(body)


def _opened(rng: Random) -> bytes:
    """Return a right message about a file, with text that is no UTF-8, or is large."""
    text = rng.choice((b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"x", b"\\u0000", b"\xc0\xaf"))
    text *= rng.choice((1, 100, 1_000_000))
    return (
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": '
        b'"file:///a.py", "languageId": "python", "version": 1, "text": "' + text + b'"}}}'
    )


def _case(rng: Random) -> bytes:
    return b"".join(_message(rng) for _ in range(rng.choice((1, 3, 8))))


#: A server with bounded time and memory.
_SERVER = """
import sys
if sys.platform != "win32":
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
from tflintgrad.frontends.cli.entry import run
sys.exit(run(["server"]))
"""


def _attempt(case: bytes) -> None:
    """Start a server, send the bytes between a right start and end, and expect a right end.

    A case that has a start of its own comes first: what is asked too early is part of it.
    """
    start, end = framed(START), b"".join(framed(message) for message in _END)
    sent = case + end if start in case else start + case + end
    finished = subprocess.run(
        [sys.executable, "-c", _SERVER],
        input=sent,
        capture_output=True,
        timeout=120,
        check=False,
    )
    expect(finished.returncode in (0, 1), f"the server ended with {finished.returncode}")
    answered = finished.stdout.count(b"Content-Length: ")
    # After a wrong length, what follows is no message: in a case before its own start, nothing is.
    expect(answered > 0 or start in case, "the server did not answer")
    expect(len(finished.stdout) < 1 << 20, "the server wrote a megabyte")
    expect(len(finished.stderr) < 1 << 20, "the server logged a megabyte")
    expect(b"MemoryError" not in finished.stderr, "the server had too little memory")


PROTOCOL = Target("protocol", _case, _attempt, share=0.5)
