"""The example in `examples/plugin`, as it is when it is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest

from tests.support.lsp_client import Editor
from tests.support.paths import ROOT
from tests.support.plugins import EXAMPLE, STOP, STOP_LINE, Installation
from tflintgrad.config.output_formats import output_formats
from tflintgrad.plugins import v1

PIP = [sys.executable, "-m", "pip", "install", "--quiet"]
COARSE = """\
from acme_ops import quantize
import tensorflow as tf

weight = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(quantize(weight, bits=2))
print(tape.gradient(loss, weight))
"""

SEEN = """\
import acme_ops as acme
import tensorflow as tf

w = tf.Variable([[1.0, 2.0]])
lost = tf.Variable(0.5)
layer = tf.keras.layers.Dense(1)
with tf.GradientTape() as tape:
    gated = acme.gate(layer(w), bits=4)
    factor = lost.numpy()
    loss = tf.reduce_sum(gated * 4.0) + factor
print(tape.gradient(loss, [w, lost]))
"""
WITNESS = """\
import os

from tflintgrad.plugins.v1 import check


def called(value):
    return value.name or value.op or value.kind


@check
def witness(program):
    (query,) = program.queries
    target = query.target
    with open(os.environ["SEEN"], "w") as file:
        made = "explicit" if query.explicit else "implicit"
        print(query.method, made, target.kind, target.name, target.code, file=file)
        sources = [f"{item.kind} {item.name} {item.dtype}" for item in query.sources]
        print("sources:", ", ".join(sources), file=file)
        values = {called(value): value for value in query.values()}
        print("reached:", *values, file=file)
        gate = values["acme_ops.gate"]
        arguments = [gate.argument(which) for which in (0, "bits", "name")]
        shown = [item and (item.constant or called(item)) for item in arguments]
        print("arguments of", gate.op, *shown, file=file)
        product = next(value for value in values.values() if value.op == "*")
        print("inputs of", product.code, *map(called, product.inputs), file=file)
        for source in query.sources:
            passed = [called(value) for value in query.between(source)]
            found = [f"{cut.kind} {cut.op} {cut.value.code}" for cut in query.cuts(source)]
            path = [called(value) for value in query.path(source)]
            print(source.name, query.loses(source), passed, found, path, file=file)
    return []
"""


@pytest.mark.slow
def test_the_example_as_pip_installs_it(installation: Installation) -> None:
    subprocess.run(
        [*PIP, "--no-deps", "--target", installation.site, EXAMPLE],
        check=True,
    )
    installation.write("coarse.py", COARSE)
    found = installation.check()
    assert [line.split()[1] for line in found.splitlines()] == [
        "ACM102[coarse-quantization]",
        "ACM101[unnamed-stop]",
    ]


@pytest.mark.parametrize("code", ["ACM101", "ACM102"])
def test_the_pages_of_the_example(installation: Installation, code: str) -> None:
    installation.add()
    (page,) = (EXAMPLE / "acme_rules").glob(f"{code}-*.md")
    wrong, right = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    (row,) = (n for n, line in enumerate(wrong.splitlines(), 1) if f"# {code}" in line)
    installation.write("wrong.py", wrong)
    installation.write("right.py", right)
    found = installation.check("wrong.py", "right.py", "--no-cache").splitlines()
    assert [re.sub(r":\d+: (\w+)\[.*", r" \1", line) for line in found] == [
        f"wrong.py:{row} {code}"
    ]


def test_selection_like_that_of_any_rule(installation: Installation) -> None:
    installation.add()
    installation.write("coarse.py", COARSE)
    both = installation.check()
    assert re.findall("ACM...", both) == ["ACM102", "ACM101"]
    assert installation.check("--select", "ACM101") == STOP_LINE
    assert installation.check("--select", "unnamed-stop") == STOP_LINE
    assert installation.check("--ignore", "ACM", "--select", "ALL") == ""
    assert installation.check("--select", "TFG") == ""
    installation.write("tflintgrad.toml", 'ignore = ["ACM102"]\nseverity = { ACM = "info" }\n')
    (found,) = json.loads(installation.run("check", "--output-format=json").stdout)
    assert (found["code"], found["severity"]) == ("ACM101", "info")
    assert found["url"] == "https://acme.example/lint/ACM101"


def test_suppressions(installation: Installation) -> None:
    installation.add()
    line = "    norm = tf.stop_gradient(tf.reduce_sum(scale))"
    for comment in ("# noqa: ACM101", "# noqa: acm", "# tflintgrad: ignore[unnamed-stop]"):
        installation.write("stop.py", STOP.replace(line, f"{line}  {comment}"))
        assert installation.check() == ""
    installation.write("stop.py", STOP.replace(line, f"{line}  # noqa: ACM101, ACM999"))
    assert "'ACM999' is neither a rule nor a prefix" in installation.check()
    # To a tflintgrad without the plugin, this is the code of another linter.
    assert installation.check("--isolated") == ""
    installation.write("stop.py", STOP.replace(" * norm)", " * norm)  # noqa: ACM102"))
    assert "`# noqa: ACM102` silences nothing on this line" in installation.check()


@pytest.mark.parametrize("output_format", output_formats())
def test_every_format_shows_it(installation: Installation, output_format: str) -> None:
    installation.add()
    finished = installation.run("check", f"--output-format={output_format}")
    assert (finished.returncode, finished.stderr) == (1, "")
    assert "ACM101" in finished.stdout or "unnamed-stop" in finished.stdout


def test_rules_and_explain(installation: Installation) -> None:
    installation.add(version="2.5")
    assert "ACM101  unnamed-stop " in installation.run("rules").stdout
    listed = installation.run("rules", "--select", "ACM", "--output-format=json").stdout
    assert [item["name"] for item in json.loads(listed)] == ["unnamed-stop", "coarse-quantization"]
    page = installation.run("explain", "unnamed-stop").stdout
    assert "since 2.5" in page
    assert "https://acme.example/lint/ACM101" in page
    assert '"ACM101"' in installation.run("config", "--schema").stdout
    for command in (["rules"], ["explain", "--all"], ["config", "--schema"]):
        assert "ACM101" not in installation.run(*command, "--isolated").stdout


def test_graph_and_repro(installation: Installation) -> None:
    installation.add()
    picture = installation.run("graph", "stop.py").stdout
    assert "ACM101[unnamed-stop] the gradient" in picture
    reduced = installation.run("repro", "stop.py:5").stdout
    assert reduced.startswith("# Reduced from stop.py:5 by tflintgrad")
    assert "(ACM101)" in reduced
    assert "not analysed" not in installation.run("check", "--output-format=html").stdout


def test_isolated_runs_no_code_of_a_plugin(installation: Installation) -> None:
    package = installation.add()
    trace = installation.project.parent / "imported"
    with (package / "__init__.py").open("a") as file:
        file.write(f"open({str(trace)!r}, 'w').close()\n")
    assert installation.check("--isolated") == ""
    installation.run("rules")
    installation.run("config")
    assert not trace.exists()
    assert installation.check() == STOP_LINE
    assert trace.exists()
    finished = installation.run("check", "--isolated", "--select", "ACM101")
    assert finished.returncode == 2
    assert "'ACM101' is neither a rule nor a prefix of one" in finished.stderr


def test_a_project_is_no_place_for_plugins(installation: Installation) -> None:
    """A plugin beside the code to check is not installed, whatever the search path says."""
    installation.add()
    for item in installation.site.iterdir():
        item.rename(installation.project / item.name)
    installation.environment["PYTHONPATH"] = str(installation.project)
    assert installation.check("stop.py") == ""


def test_the_cache_belongs_to_a_plugin_and_its_content(installation: Installation) -> None:
    package = installation.add()
    installation.write("coarse.py", COARSE)
    assert "ACM102" in installation.check()
    assert "ACM102" in installation.check()
    assert "ACM" not in installation.check("--isolated")
    assert "ACM102" in installation.check()
    file = package / "quantization.py"
    file.write_text(file.read_text().replace("FEWEST_BITS = 8", "FEWEST_BITS = 2"))
    assert "ACM102" not in installation.check()
    page = package / "ACM101-unnamed-stop.md"
    page.write_text(page.read_text().replace("lacks the part", "has lost the part"))
    assert "has lost the part" in installation.check()
    shutil.rmtree(installation.site / "acme_rules-1.0.dist-info")
    assert installation.check() == ""


SPAWNED = """\
import tflintgrad.engine.parallel as parallel

if __name__ == "__main__":
    parallel._start_method = lambda: "spawn"
    parallel._WORTH_IT["spawn"] = 0
    from tflintgrad import check, configured

    settings = configured()
    print([finding.code for finding in check(["."], settings, jobs=2)])
    print([finding.code for finding in check(["."], configured(isolated=True), jobs=2)])
    print([finding.code for finding in check(["."], jobs=2)])
"""


@pytest.mark.slow
def test_processes_that_start_anew(installation: Installation) -> None:
    installation.add()
    installation.write("coarse.py", COARSE)
    script = installation.project.parent / "spawned.py"
    script.write_text(SPAWNED)
    finished = subprocess.run(
        [sys.executable, script],
        cwd=installation.project,
        env=installation.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout == "['ACM102', 'ACM101']\n[]\n[]\n"


def test_forked_processes(installation: Installation) -> None:
    installation.add()
    for number in range(6):
        installation.write(f"stop{number}.py", STOP + "#" * 9000)
    assert installation.check("--jobs=2", "--no-cache").count("ACM101") == 7


def test_the_language_server(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    package = installation.add()
    monkeypatch.setenv("PYTHONPATH", str(installation.site))
    editor = Editor(installation.project)
    uri = editor.open(installation.project / "stop.py", STOP)
    (found,) = editor.diagnostics(uri)
    assert found.code == "ACM101"
    assert found.code_description is not None
    assert found.code_description.href == "https://acme.example/lint/ACM101"
    assert editor.leave() == 0
    (package / "__init__.py").write_text("import no_such_module\n")
    editor = Editor(installation.project)
    wrong = STOP.replace("tf.stop_gradient(tf.reduce_sum(scale))", "scale.numpy().sum()")
    uri = editor.open(installation.project / "stop.py", wrong.replace("scale * norm", "norm"))
    codes = editor.codes(uri)
    assert codes
    assert all(code.startswith("TFG") for code in codes)
    editor.type(uri, "[1.0, 2.0]", "[1.0, 3.0]")
    assert editor.codes(uri) == codes
    told = [message.message for message in editor.client.messages]
    assert any("the plugin acme (acme-rules 1.0) cannot be loaded" in text for text in told)
    assert editor.leave() == 0


@pytest.mark.slow
def test_verify_judges_by_effect(installation: Installation) -> None:
    installation.add()
    installation.write("coarse.py", COARSE)
    finished = installation.run("verify", "--output-format=json", ".")
    found = json.loads(finished.stdout)
    verdicts = {item["code"]: item["verification"]["verdict"] for item in found}
    # TensorFlow cannot run what imports a library that is not there.
    assert verdicts == {"ACM101": "confirmed", "ACM102": "inconclusive"}


@pytest.mark.parametrize("file", ["pyproject.toml", "ACM101-unnamed-stop.md", "stops.py"])
def test_the_guide_shows_the_example(file: str) -> None:
    (path,) = EXAMPLE.rglob(file)
    text = path.read_text(encoding="utf-8")
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    assert any(block.removeprefix("# pyproject.toml\n") in text for block in blocks)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("Value", "argument code constant dtype inputs kind name op"),
        ("Cut", "kind op value"),
        ("Query", "between cuts explicit loses method path sources target values"),
        ("Program", "queries"),
        ("Problem", "at effect facts path query rule"),
    ],
)
def test_version_1_keeps_its_names(kind: str, names: str) -> None:
    """Plugins rely on them: add to them, and take none away."""
    assert set(names.split()) <= set(dir(getattr(v1, kind)))


def test_what_a_check_sees(installation: Installation) -> None:
    """All of the interface, on a program with a layer, an unread library, and a lost source."""
    package = installation.add()
    (package / "quantization.py").write_text(WITNESS)
    seen = installation.project.parent / "seen"
    installation.environment["SEEN"] = str(seen)
    installation.write("stop.py", SEEN)
    assert installation.check("--no-cache", "--select", "ACM") == ""
    to_w = ["w", "keras.layers.Dense", "acme_ops.gate", "*", "tf.reduce_sum", "loss"]
    assert seen.read_text().splitlines() == [
        "gradient explicit tensor loss tf.reduce_sum(gated * 4.0) + factor",
        "sources: variable w float, variable lost float",
        "reached: w keras.layers.Dense acme_ops.gate number factor * tf.reduce_sum loss",
        "arguments of acme_ops.gate keras.layers.Dense 4 None",
        "inputs of gated * 4.0 acme_ops.gate number",
        f"w False {to_w} [] {to_w}",
        "lost True [] ['numpy-escape .numpy() lost.numpy()'] ['lost', 'factor', 'loss']",
    ]
