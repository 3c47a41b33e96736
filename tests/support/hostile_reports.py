"""Hostile programs that end without a report, or forge one."""

from __future__ import annotations

from tests.support.hostile_program import LOST, Hostile

_KEY = """
frame = sys._getframe()
while "key" not in frame.f_locals:
    frame = frame.f_back
key, channel, report = (frame.f_locals[it] for it in ("key", "channel", "report"))
"""
_FORGE = (
    _KEY
    + """
import json
from tflintgrad.verify.worker.child import sign
def forge(payload):
    data = sign(key, payload)
    while data:
        data = data[os.write(channel, data):]
    os._exit(0)
"""
)
_SILENT = "exited without a report"
_FORGED = "something else was written into its report"
_UNREADABLE = "its report cannot be read"
REPORTS: dict[str, Hostile] = {
    # --- ends otherwise
    "exit": Hostile(between="os._exit(0)", ended=_SILENT),
    "exit_code": Hostile(between="sys.exit(7)", ended="SystemExit"),
    "killed": Hostile(between="os.kill(os.getpid(), 9)", ended="SIGKILL"),
    "signal_without_name": Hostile(between="os.kill(os.getpid(), 40)", ended="signal 40"),
    "abort": Hostile(between="os.abort()", ended="SIGABRT"),
    "segfault": Hostile(between="import ctypes\nctypes.string_at(0)", ended="SIGSEGV"),
    "interrupt": Hostile(
        between="if x is not y: raise KeyboardInterrupt", ended="KeyboardInterrupt"
    ),
    "unprintable": Hostile(
        between="""
        class Unprintable(BaseException):
            def __str__(self): raise self
            __repr__ = __str__
        if x is not y: raise Unprintable
        """,
        ended="Unprintable",
    ),
    "recursion": Hostile("def deeper(): deeper()\ndeeper()", ended="RecursionError"),
    "stack_overflow": Hostile(
        """
        sys.setrecursionlimit(10**9)
        class Deeper:
            def __repr__(self): return repr([self])
        repr(Deeper())
        """,
        ended="SIGSEGV|RecursionError|MemoryError",
    ),
    "terminal_escapes": Hostile(
        between=r"""if x is not y: raise ValueError("\x1b]0;owned\x07\x1b[2J \u202e \ud800")""",
        ended="ValueError",
    ),
    # --- the report
    "descriptors_closed": Hostile(
        "os.closerange(0, 65536)", ended=f"{_SILENT}|closed its report channel"
    ),
    "descriptors_closed_and_on": Hostile(
        "import time\nos.closerange(0, 65536)\ntime.sleep(1000)", ended="closed its report channel"
    ),
    "garbage_written": Hostile(
        """
        for descriptor in range(1024):
            try: os.write(descriptor, b"garbage \\xff\\x00")
            except OSError: pass
        """,
        ended=_FORGED,
    ),
    "report_unsigned": Hostile(
        """
        import json, struct
        payload = json.dumps({"queries": [], "raised": None}).encode()
        for descriptor in range(3, 1024):
            try: os.write(descriptor, struct.pack(">Q32s", len(payload), bytes(32)) + payload)
            except OSError: pass
        os._exit(0)
        """,
        ended=_FORGED,
    ),
    "report_endless": Hostile(
        _KEY + "while True: os.write(channel, bytes(1 << 20))", ended="large"
    ),
    "report_too_deep": Hostile(_FORGE + "forge(b'[' * 1000000)", ended=_UNREADABLE),
    "report_no_text": Hostile(_FORGE + "forge(bytes(range(256)))", ended=_UNREADABLE),
    "report_of_wrong_types": Hostile(
        _FORGE
        + """
report.queries[0].sources[0].shape = {"a": "b"}
report.queries[0].lines[0] = {"filename": 5, "row": "x"}
forge(json.dumps(report.to_json()).encode())
""",
        ended=_UNREADABLE,
        text=LOST,
    ),
    "report_of_strange_values": Hostile(
        _FORGE
        + """
report.queries[0].sources[0].shape = [-1, 2**62]
report.queries[0].sources[0].scale = report.queries[0].magnitude = float("nan")
report.queries[0].tape_entry = report.queries[0].occurrence = -(2**62)
forge(json.dumps(report.to_json()).encode())
""",
        ended=".",
        either=True,
        text=LOST,
    ),
    "report_of_long_numbers": Hostile(_FORGE + "forge(b'9' * 5000)", ended=_UNREADABLE),
    "report_of_another": Hostile(
        _FORGE
        + r"""
from tflintgrad.verify.protocol import ObservedException, UserLine
line = UserLine("\x00/etc/passwd", -1)
report.raised = ObservedException(["\x1b[2Jowned"], "\ud800\x1b[2J", [line])
report.files = {"/dev/zero": "0", "/proc/kmsg": "1", "\x00": "2"}
report.final_state = [float("nan")]
forge(json.dumps(report.to_json()).encode())
""",
        ended="owned",
    ),
    "report_spoiled": Hostile(_KEY + "report.queries = report", ended="itself failed|cannot be"),
    "names_replaced": Hostile(
        """
        import atexit, hmac, json
        json.dumps = lambda *_, **__: "{}"
        os._exit = sys.exit = atexit.register = lambda *_: None
        """,
        ended=_UNREADABLE,
    ),
    "write_replaced": Hostile("os.write = lambda _, data: len(data)", ended=_SILENT),
    "signing_replaced": Hostile("import hmac\nhmac.digest = lambda *_: bytes(32)", ended=_FORGED),
    "modules_poisoned": Hostile(
        """
        for name in list(sys.modules):
            if not name.startswith(("tensorflow", "numpy")): sys.modules[name] = None
        """,
        ended="Error|itself failed|exited without",
        either=True,
    ),
    "builtins_broken": Hostile(
        """
        import builtins
        builtins.isinstance = builtins.len = builtins.getattr = None
        """,
        ended="TypeError|itself failed|exited without",
        either=True,
    ),
    "traced": Hostile(
        """
        def trace(frame, event, argument): raise KeyError("traced")
        sys.settrace(trace)
        sys.setprofile(trace)
        """,
        ended="KeyError|itself failed|exited without",
        either=True,
    ),
    "tape_lies": Hostile(
        "tf.GradientTape.gradient = lambda *_, **__: tf.constant(1.0)",
        ended="nothing was raised|never requests",
        either=True,
    ),
}
#: Each part is what it should be, and together they are nothing that can have happened.
NO_SENSE = Hostile(
    _FORGE + "report.queries[0].sources = []\nforge(json.dumps(report.to_json()).encode())",
    ended="no sense",
    text=LOST,
)
