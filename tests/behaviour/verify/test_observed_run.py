"""`verify --run`: verdicts on observed commands, and the observation of real ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tflintgrad.diagnostics import Effect, Finding, Location, Span, Spot, Verification
from tflintgrad.verify.user_command.command import (
    CommandNotStarted,
    observe_command,
    observed_environment,
)
from tflintgrad.verify.user_command.match_findings import match_findings
from tflintgrad.verify.user_command.observation import (
    ExceptionSummary,
    Observation,
    QuerySummary,
    SourceSummary,
    read_observation,
)

FILE = "train.py"
HEAD = "import tensorflow as tf\nw = tf.Variable(1.0, name='w')\nv = tf.Variable(2.0, name='v')\n"


def span(row: int, last: int | None = None) -> Span:
    return Span(Location(row, 1), Location(last or row, 9))


def finding(effect: Effect, raises: str | None = None, query: Span | None = None) -> Finding:
    spots = (Spot(FILE, query or span(7)),)
    return Finding("TFG301", "m", FILE, span(5), "error", effect, raises=raises, queries=spots)


def query(calls: int = 40, sampled: int = 10, line: int = 7, **seen: Any) -> QuerySummary:
    fields = {"filename": os.path.abspath(FILE), "line": line, "method": "tape.gradient", **seen}
    return QuerySummary(calls=calls, sampled=sampled, **fields)


def none(calls: int) -> dict[str, Any]:
    return {"none_calls": calls, "sources": (SourceSummary(0, "w", none=calls),)}


def zero(sampled: int, zeros: int) -> dict[str, Any]:
    return {"sources": (SourceSummary(0, "w", sampled=sampled, zero=zeros),)}


def verified(found: Finding, *queries: QuerySummary, raised: ExceptionSummary | None = None) -> str:
    seen = Observation(0, queries, (raised,) if raised else (), 1)
    (judged,), _ = match_findings([found], seen)
    assert isinstance(judged.verification, Verification)
    assert judged.verification.evidence == "run"
    effect = judged.verification.effect
    return f"{judged.verification.verdict}{f' {effect}' if effect else ''}: " + (
        judged.verification.reason
    )


NAN = {"nan_samples": 3, "sources": (SourceSummary(0, "w", sampled=10, nan=3),)}


@pytest.mark.parametrize(
    ("effect", "seen", "printed"),
    [
        ("none", none(40), "confirmed none: the query gave None for `w` in 40 of 40 calls"),
        ("none", zero(10, 10), "confirmed zero: the query gave zeros for `w` in all of 10 sampled"),
        ("zero", none(3), "confirmed none: the query gave None for `w` in 3 of 40 calls"),
        ("zero", zero(10, 4), "inconclusive: in 10 of 40 calls some gradients were zero"),
        ("none", {}, "refuted: in 10 of 40 calls every gradient was finite and not zero"),
        ("none", {"unseen": "XLA"}, "inconclusive: numbers not observed: XLA"),
        ("none", {"unseen": "XLA", **none(1)}, "confirmed none: "),
        ("none", NAN, "inconclusive nan: the query gave NaN or infinity instead"),
        ("none", {"sampled": 0}, "inconclusive: the query was traced, but the trace never ran"),
        ("nan", NAN, "confirmed nan: the query gave NaN or infinity for `w` in 3 of 10 sampled"),
        ("nan", {}, "inconclusive: in 10 of 40 calls no NaN occurred"),
        ("wrong", {}, "inconclusive: a wrong number looks like a right one"),
    ],
)
def test_verdict_on_numbers(effect: Effect, seen: dict[str, Any], printed: str) -> None:
    assert verified(finding(effect), query(**seen)).startswith(printed)


def test_a_query_that_was_never_reached() -> None:
    for effect in ("none", "error", "wrong"):
        printed = verified(finding(effect), query(line=8))
        assert printed == "inconclusive: the run never reached line 7"


def test_verdict_on_exceptions() -> None:
    stated = finding("error", "ValueError")
    odd = ("UnicodeError", "ValueError", "Exception", "BaseException")
    here = (os.path.abspath(FILE), 5)
    at_finding = ExceptionSummary(odd, "no such thing", (here,))
    assert verified(stated, raised=at_finding) == (
        "confirmed error: UnicodeError was raised there: no such thing"
    )
    at_query = query(1, 0, raised=(ExceptionSummary(odd),))
    assert verified(stated, at_query) == "confirmed error: the query raised ValueError"
    elsewhere = ExceptionSummary(odd, "no", ((os.path.abspath(FILE), 30),))
    assert verified(stated, query(), raised=elsewhere).startswith("inconclusive: UnicodeError was")
    other = ExceptionSummary(("TypeError", "Exception"))
    assert verified(stated, query(1, 0, raised=(other,))).startswith("inconclusive: the query rai")
    assert verified(stated, query(40)) == "refuted: 40 calls of the query passed without ValueError"


def test_a_query_is_known_by_its_span_and_by_what_stands_for_it() -> None:
    stated = finding("none", query=span(6, 8))
    assert verified(stated, query(line=8)).startswith("refuted")
    compiled = query(line=90, related=((os.path.abspath(FILE), 7),))
    assert verified(stated, compiled).startswith("refuted")
    assert verified(stated, query(line=9)).startswith("inconclusive: the run never reached")


def test_what_no_rule_foresaw_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text("\n" * 19 + "  g = tape.gradient(y, w)\n", encoding="utf-8")
    stays: dict[str, Any] = {"ends_in_nan": True, **NAN}
    seen = [
        query(line=7, **none(40)),
        query(line=20, **none(40)),
        query(line=21, **none(39)),
        query(line=22, **zero(10, 10)),
        query(line=23, **zero(10, 9)),
        query(line=24, **stays),
        query(line=25),
    ]
    _, extra = match_findings([finding("none")], Observation(0, tuple(seen), (), 1))
    assert [(each.span.start.row, each.effect) for each in extra] == [
        (20, "none"),
        (22, "zero"),
        (24, "nan"),
    ]
    first = extra[0]
    assert first.message == ("this query gave None for `w` in 40 of 40 calls, and no rule says why")
    assert (first.code, first.severity, first.filename) == ("TFG001", "warning", FILE)
    assert first.span == Span(Location(20, 3), Location(20, 26))


def test_processes_are_merged_and_a_torn_line_is_left_out(tmp_path: Path) -> None:
    line = (
        '{"kind": "query", "number": 0, "filename": "/a.py", "line": 3, "method": "tape.gradient",'
        ' "calls": %d, "traced": false, "none_calls": 0, "sampled": %d, "bad_samples": 0,'
        ' "last_bad": false, "sources": %s, "more_sources": 0, "raised": [], "unseen": "",'
        ' "device": "", "related": []}\n'
    )
    zeros = '[[0, "w", 0, 4, 0, 4]]'
    (tmp_path / "1-a.jsonl").write_text(line % (1, 1, "[]") + line % (4, 4, zeros) + line[:40])
    (tmp_path / "2-b.jsonl").write_text(line % (16, 9, "[]"))
    seen = read_observation(tmp_path, 3)
    assert (seen.exit_code, seen.processes) == (3, 2)
    (merged,) = seen.queries
    assert (merged.calls, merged.sampled) == (20, 13)
    # In the other process it was not zero.
    assert merged.sources == (SourceSummary(0, "w", sampled=13, zero=4),)


def test_commands_that_cannot_be_started() -> None:
    with pytest.raises(CommandNotStarted, match="no command"):
        observe_command([])
    with pytest.raises(CommandNotStarted, match=r"^cannot start `./not-there`: No such file"):
        observe_command(["./not-there"])


def test_a_command_without_tensorflow_and_a_shadowed_sitecustomize(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os\nos.environ['SHADOWED'] = 'yes'\n")
    program = (
        "import os, sys, sitecustomize\n"
        "assert os.environ['SHADOWED'] == 'yes'\n"
        f"assert sitecustomize.__file__.startswith({str(tmp_path)!r})\n"
        "assert not any('tflintgrad' in name for name in sys.modules)\n"
        "assert not any(path.endswith('hook') for path in sys.path)\n"
        "sys.exit(5)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    assert observe_command([sys.executable, "-c", program], environment) == Observation(5)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_signal_goes_to_the_command_and_the_report_is_still_made() -> None:
    program = (
        "import sys\nfrom tflintgrad.verify.user_command.command import observe_command\n"
        "print(observe_command([sys.executable, '-c', "
        "'import time; print(1, flush=True); time.sleep(60)']).exit_code)\n"
    )
    # A session of its own: there is no terminal that would tell the command as well.
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert output == "130\n"


def run(path: Path, program: str, *arguments: str) -> Observation:
    path.write_text(program, encoding="utf-8")
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    return observe_command([sys.executable, *arguments, str(path)], quiet)


@pytest.mark.tensorflow
def test_an_eager_loop_and_an_exception_at_a_query(tmp_path: Path) -> None:
    program = HEAD + (
        "for _ in range(40):\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = tf.round(w) + v\n"
        "    tape.gradient(y, [w, v])\n"
        "tape.gradient(y, v)\n"
    )
    seen = run(tmp_path / "train.py", program)
    assert (seen.exit_code, seen.processes) == (1, 1)
    first, second = seen.queries
    assert (first.line, first.calls, first.none_calls, first.sampled) == (7, 40, 40, 10)
    assert first.sources == (SourceSummary(0, "w", none=40),)
    assert "CPU" in first.device
    assert second.passed == 0
    assert second.raised[0].bases[0] == "RuntimeError"
    (ended,) = seen.raised
    assert (ended.bases[0], ended.lines) == ("RuntimeError", ((str(tmp_path / "train.py"), 8),))


@pytest.mark.tensorflow
def test_numbers_are_seen_in_traced_queries_but_not_under_xla(tmp_path: Path) -> None:
    program = HEAD + (
        "def train(jit):\n"
        "    def loss(truth, output):\n"
        "        return tf.sqrt(output * 0.0)\n"
        "    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])\n"
        "    model.compile('sgd', loss=loss, jit_compile=jit)\n"
        "    model.fit(tf.ones((20, 1)), tf.ones((20, 1)), batch_size=2, verbose=0)\n"
        "train(False)\n"
        "@tf.function(jit_compile=True)\n"
        "def compiled():\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = tf.round(w) + v\n"
        "    return tape.gradient(y, [w, v])\n"
        "compiled()\n"
        "@tf.function\n"
        "def loop(rows):\n"
        "    for row in rows:\n"
        "        with tf.GradientTape() as tape:\n"
        "            y = row * v * 0.0\n"
        "        tape.gradient(y, v)\n"
        "loop(tf.data.Dataset.range(20).map(lambda n: tf.cast(n, tf.float32)))\n"
    )
    fit, compiled, loop = run(tmp_path / "train.py", program).queries
    assert (fit.line, fit.traced, fit.unseen) == (9, True, "")
    # Keras may trace it once more than it runs it.
    assert 10 <= fit.calls <= 11
    assert (fit.sampled, fit.nan_samples, fit.ends_in_nan) == (8, 8, True)
    assert fit.sources[0].name.endswith("kernel")
    assert [line for _, line in fit.related] == [5, 6, 8, 10]
    assert (compiled.line, compiled.unseen, compiled.sampled) == (15, "XLA", 0)
    assert compiled.sources == (SourceSummary(0, "w", none=1),)
    assert (loop.line, loop.calls, loop.sampled) == (22, 20, 9)
    assert loop.sources == (SourceSummary(0, "v", sampled=9, zero=9),)


@pytest.mark.tensorflow
def test_a_test_suite_can_be_observed(tmp_path: Path) -> None:
    program = HEAD + (
        "def test_it():\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = w * v\n"
        "    assert tape.gradient(y, w) == 2.0\n"
    )
    seen = run(tmp_path / "test_it.py", program, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert (seen.exit_code, seen.raised) == (0, ())
    (asked,) = seen.queries
    assert (asked.line, asked.calls, asked.sampled, asked.sources) == (7, 1, 1, ())


BITS = """
import hashlib
import numpy as np
def digest(*arrays):
    joined = b"".join(np.asarray(array).tobytes() for array in arrays)
    print(hashlib.sha256(joined).hexdigest())
def train(step, traced):
    step = tf.function(step) if traced else step
    return [step() for _ in range(20)]
tf.random.set_seed(0)
for traced in (False, True):
    kernel = tf.Variable(tf.random.normal((8, 4)))
    table = tf.Variable(tf.random.normal((9, 8)))
    def step():
        with tf.GradientTape() as tape:
            rows = tf.nn.embedding_lookup(table, tf.random.uniform((16,), 0, 9, tf.int32))
            loss = tf.reduce_mean(tf.nn.dropout(tf.nn.gelu(rows @ kernel), 0.3) ** 2)
        change, rows = tape.gradient(loss, [kernel, table])
        kernel.assign_sub(0.1 * (change + 0.01 * kernel) + 0.01 * tf.random.normal((8, 4)))
        table.scatter_sub(tf.IndexedSlices(0.1 * rows.values, rows.indices))
        return loss
    digest(*train(step, traced), kernel, table)
digest(tf.random.normal((3,)))
tf.keras.utils.set_random_seed(1)
layers = [tf.keras.layers.Dense(16, activation="gelu"), tf.keras.layers.BatchNormalization(),
          tf.keras.layers.Dropout(0.4), tf.keras.layers.Dense(2)]
model = tf.keras.Sequential([tf.keras.Input((8,)), *layers])
model.compile(tf.keras.optimizers.AdamW(0.01, clipnorm=1.0), loss="mse", jit_compile=False)
model.fit(tf.random.normal((64, 8)), tf.random.normal((64, 2)), batch_size=8, verbose=0)
digest(*model.get_weights(), np.random.rand(2))
"""


@pytest.mark.tensorflow
@pytest.mark.full
def test_observed_programs_compute_the_same_bits(tmp_path: Path) -> None:
    program = tmp_path / "bits.py"
    program.write_text(HEAD + BITS, encoding="utf-8")
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    folder = tmp_path / "seen"
    folder.mkdir()
    outputs = [
        subprocess.run(
            [sys.executable, str(program)], env=env, capture_output=True, text=True, check=True
        ).stdout
        for env in (quiet, observed_environment(quiet, str(folder)))
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 4
    sampled = [(query.calls, query.sampled) for query in read_observation(folder, 0).queries]
    assert sampled[0] == (40, 18)


def test_broken_files_are_not_lines_that_were_not_reached() -> None:
    broken = Finding("TFG000", "m", FILE, span(5), "error", "error")
    other = ExceptionSummary(("ValueError", "Exception"), "elsewhere", ((os.path.abspath("x"), 1),))
    assert verified(broken, raised=other) == "inconclusive: the run did not read this file"
    read = ExceptionSummary(("SyntaxError", "Exception"), f"invalid syntax ({FILE}, line 5)")
    assert verified(broken, raised=read).startswith("confirmed error: SyntaxError was raised")
