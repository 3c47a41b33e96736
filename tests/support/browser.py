"""A real browser for tests: Chromium without a window, spoken to through a pipe."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

#: How Chromium is called in Debian and elsewhere.
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--remote-debugging-pipe",
)
TIMEOUT = 30.0


def find_browser() -> str | None:
    if os.name != "posix":  # the pipe is handed over by its number
        return None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _renumber(*descriptors: int) -> None:
    """Give them the numbers from 3 on; they may have each other's."""
    import fcntl

    aside = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 20) for descriptor in descriptors]
    for number, descriptor in enumerate(aside, 3):
        os.dup2(descriptor, number)


class Browser:
    """One page at a time; everything that the browser complains about is kept."""

    def __init__(self, program: str) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        self._process = subprocess.Popen(
            [program, *OPTIONS, f"--user-data-dir={self._folder.name}", "about:blank"],
            # The protocol's file descriptors are 3 and 4, whatever the pipes are here.
            preexec_fn=lambda: _renumber(to_browser, from_browser),
            pass_fds=(3, 4),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._unread = b""
        self._number = 0
        self._session = ""
        self.page = ""
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._events: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        self._folder.cleanup()

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser for something, and wait for its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    def _receive(self) -> dict[str, Any]:
        deadline = time.monotonic() + TIMEOUT
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, "the browser does not answer"
            data = os.read(self._in, 1 << 20)
            assert data, "the browser is gone"
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        method, parameters = message.get("method", ""), message.get("params", {})
        self._events.append(method)
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.complaints.append(json.dumps(parameters["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def open(self, page: Path | str, width: int = 1300, height: int = 900) -> None:
        """Open a file, or an address."""
        self.page = page.as_uri() if isinstance(page, Path) else page
        self.complaints.clear()
        self.requests.clear()
        self._events.clear()
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.send("Page.navigate", url=self.page)
        while "Page.loadEventFired" not in self._events:
            self._receive()

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        answer = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression becomes true: scrolling takes a moment."""
        deadline = time.monotonic() + TIMEOUT / 3
        while not self.run(script):
            assert time.monotonic() < deadline, f"never true: {script}"
            time.sleep(0.05)

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            text = {"text": key} if len(key) == 1 and kind == "keyDown" else {}
            self.send("Input.dispatchKeyEvent", type=kind, key=key, **text)

    def prefer(self, scheme: str) -> None:
        """Set the colour scheme, light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", features=features)

    def without_scripts(self, disabled: bool = True) -> None:
        self.send("Emulation.setScriptExecutionDisabled", value=disabled)

    def picture(self) -> bytes:
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])
