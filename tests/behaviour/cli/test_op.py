"""`tflintgrad op`: what the op table says, to people and to programs; and its page in docs/."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tflintgrad.frontends.cli.entry import run
from tflintgrad.knowledge import op_search, op_table
from tools import ops_page


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints; it must succeed, and say nothing else."""
    assert run(["op", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def read(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(printed(capsys, *arguments, "--output-format", "json"))


class TestOneOp:
    def test_in_a_process_of_its_own(self) -> None:
        finished = tflintgrad("op", "tf.math.argmax")
        assert finished.returncode == 0
        assert finished.stderr == ""
        assert finished.stdout == (
            "tf.argmax\n"
            "  also: tf.math.argmax\n"
            "\n"
            "arguments:\n"
            "  input  none: the gradient is None, and the true slope is zero too\n"
            "  axis   selects: integers or booleans that choose among values\n"
            "  only steer: output_type, name\n"
            "\n"
            "result: an integer tensor\n"
            "\n"
            "measured on TensorFlow 2.21.0, Keras 3.15.1, NumPy 2.4.6:\n"
            "  tf.argmax(input=float(3))\n"
            "    input  tape None  no slope: a jump, or no float\n"
            "\n"
            "instead:\n"
            "  tf.argmax(x, axis=-1)\n"
            "    tf.reduce_sum(tf.nn.softmax(20.0 * x)"
            " * tf.range(tf.cast(tf.shape(x)[-1], x.dtype)), -1)\n"
            "    a soft argmax; the factor says how hard\n"
            "  tf.argmax(x, axis=-1)\n"
            "    tf.reduce_max(x, -1)\n"
            "    where the largest value is meant, not its place\n"
        )

    @pytest.mark.parametrize(
        ("name", "phrases"),
        [
            ("tf.exp", ["x  flows: a gradient passes", "works element by element"]),
            ("tf.image.adjust_hue", ["image  raises LookupError when the gradient is requested"]),
            ("tf.stop_gradient", ["detached on purpose"]),
            ("tf.numpy_function", ["inp  none although the true slope is not zero"]),
            ("tf.nn.top_k", ["result: a tuple", "indices  an integer tensor"]),
            ("tf.divide", ["with respect to y is infinite or NaN where y is 0", "tf.where"]),
            ("tf.random.shuffle", ["random"]),
            (
                "tf.linalg.eigh_tridiagonal",
                ["TensorFlow's gradient for beta is not the true slope"],
            ),
            ("tf.image.resize", ["when method is AREA or area:\n  images: raises LookupError\n"]),
            ("tf.norm", ["when ord is 1:\n  no singular point\n"]),
            ("tf.math.cumprod", ["special case: zero in x", "x=[0.5, 0.0, 2.0]"]),
            ("builtins.int", ["the true slope is zero too: nothing is lost"]),
            ("np.exp", ["tape sees nothing  true slope ", "instead:\n  np.exp\n    tf.exp\n"]),
            ("tf.cast", ["when dtype is complex:\n  result: a complex tensor\n"]),
            ("tf.constant", ["when given a tf.Variable:", "inside tf.function:"]),
            ("tf.compat.v1.nn.fused_batch_norm", ["r1  zero although the true slope is not"]),
            ("Tensor.__divmod__", ["raises TypeError when called"]),
            ("Tensor.shape", ["an attribute: it is read, not called"]),
            ("tf.raw_ops.Cast", ["gradient function is registered"]),
        ],
    )
    def test_words(self, name: str, phrases: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        text = printed(capsys, name)
        assert text.startswith(name + "\n")
        for phrase in phrases:
            assert phrase in text

    @pytest.mark.parametrize(
        ("spelling", "name"),
        [
            ("tf.keras.losses.mse", "keras.losses.mean_squared_error"),
            ("keras.losses.mean_squared_error", "keras.losses.mean_squared_error"),
            ("tensorflow.keras.ops.exp", "keras.ops.exp"),
            ("tensorflow.math.argmax", "tf.argmax"),
            ("tensorflow.compat.v2.argmax", "tf.argmax"),
            ("tf.compat.v1.stop_gradient", "tf.stop_gradient"),
            ("np.zeros", "np.zeros"),
            ("numpy.zeros", "np.zeros"),
            ("np.sqrt", "np.sqrt"),
            ("Tensor.numpy", "Tensor.numpy"),
            ("tf.Tensor.numpy", "Tensor.numpy"),
            (".numpy()", "Tensor.numpy"),
            ("tf.Variable.assign", "Variable.assign"),
            ("tf.RaggedTensor.to_tensor", "RaggedTensor.to_tensor"),
            ("np.ndarray.sum", "ndarray.sum"),
            ("float", "builtins.float"),
            (" tf.exp(x) ", "tf.exp"),
        ],
    )
    def test_spellings(self, spelling: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        answer = read(capsys, spelling)
        assert (answer["name"], answer["spelling"]) == (name, spelling)

    def test_wildcard_is_told(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "no entry of its own; np.* covers it" in printed(capsys, "np.ma.sqrt")
        assert read(capsys, "np.ma.sqrt")["wildcard"] == "np.*"
        assert read(capsys, "np.zeros")["wildcard"] is None

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        answer = read(capsys, "tf.image.resize")
        assert set(answer) == {
            *("name", "spelling", "aliases", "wildcard", "variables", "arguments"),
            *("result", "results", "facts", "clauses"),
            *("measured_on", "measured", "alternatives"),
        }
        assert answer["arguments"][0] == {
            "name": "images",
            "class": "flow",
            "exception": None,
            "variadic": False,
            "keyword_only": False,
        }
        assert answer["clauses"] == [
            {
                "conditions": {"method": ["AREA", "area"]},
                "arguments": {"images": "raises"},
                "result": None,
                "exception": "LookupError",
                "facts": {},
            }
        ]
        assert answer["measured_on"].startswith("TensorFlow 2.")
        seen = [(e["condition"], e["inputs"][0]["tape"]) for e in answer["measured"]]
        assert ("when method=area/AREA", "LookupError") in seen
        assert answer["alternatives"][0]["call"].startswith("tf.image.resize(")
        assert read(capsys, "tf.sqrt")["facts"]["singular"]["x"][0] == 0
        (example,) = read(capsys, "tf.exp")["measured"]
        (both,) = example["inputs"]
        assert float(both["tape"]) == pytest.approx(float(both["slope"]), rel=0.02)
        assert read(capsys, "tf.image.adjust_hue")["arguments"][0]["exception"] == "LookupError"

    def test_every_entry_can_be_printed(self, capsys: pytest.CaptureFixture[str]) -> None:
        from tflintgrad.frontends.cli.op_page import op_page

        for entry in op_search.entries():
            for output_format in ("text", "json"):
                text = op_page(entry.name, output_format).partition("\nmeasured on")[0]
                assert "->" not in text.partition("measured_on")[0], entry.name
                assert not re.search(r"^  \w+=\w+$", text, re.MULTILINE), text


class TestUnknown:
    @pytest.mark.parametrize(
        ("spelling", "nearest"),
        [
            ("tf.agrmax", "tf.argmax"),
            ("tensorflow.image.ajust_hue", "tf.image.adjust_hue"),
            ("argmax", "tf.argmax"),
            ("tf.nn.reduce_mean", "tf.reduce_mean"),
            ("softmx", "tf.nn.softmax"),
            ("tf.math.agrmax", "tf.argmax"),  # and not math.*
        ],
    )
    def test_nearest(self, spelling: str, nearest: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["op", spelling]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert f"Error: the op table has no entry for '{spelling}'; did you mean" in captured.err
        assert re.search(rf" {re.escape(nearest)}[ ,?]", captured.err)

    @pytest.mark.parametrize("spelling", ["", ".", "(", "*", "tf", "tf.", "é\n", "q" * 5000])
    @pytest.mark.parametrize("output_format", ["text", "json"])
    def test_nonsense(
        self, spelling: str, output_format: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["op", "--output-format", output_format, "--", spelling]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("Error: the op table has no entry for ")

    @pytest.mark.parametrize(
        "arguments",
        [
            [],
            ["tf.exp", "--list", "none"],
            ["--list", "no-such-class"],
            ["--list"],
            ["tf.exp", "--output-format", "xml"],
            ["tf.exp", "tf.log"],
        ],
    )
    def test_misuse(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["op", *arguments]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Error: " in captured.err

    def test_suggestions_have_entries(self) -> None:
        for spelling in ("tf.quantized_concat", "reduce_sum", "keras.ops.exq", "np"):
            for name in op_search.suggestions(spelling):
                assert op_table.lookup(name) is not None


class TestList:
    @pytest.mark.parametrize(
        ("wanted", "name"),
        [
            ("none", "tf.argmax"),
            ("zero", "tf.sign"),
            ("lost", "tf.numpy_function"),
            ("raises", "tf.image.adjust_hue"),
            ("detach", "tf.stop_gradient"),
            ("leaves", "Tensor.numpy"),
            ("select", "tf.gather"),
            ("shape", "tf.shape"),
            ("flow", "tf.exp"),
        ],
    )
    def test_sorted_names(self, wanted: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        names = [line.split("  ")[0] for line in printed(capsys, "--list", wanted).splitlines()]
        assert name in names
        assert names == sorted(set(names))
        objects = read(capsys, "--list", wanted)
        assert [entry["name"] for entry in objects] == names
        for entry in objects:
            assert entry["class"] == wanted
            assert entry["arguments"] or entry["results"] or entry["clauses"]

    def test_conditions_are_told(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = printed(capsys, "--list", "raises").splitlines()
        assert "tf.image.resize  (when method is AREA or area)" in lines

    def test_every_class_of_the_table_can_be_listed(self) -> None:
        seen = {argument.effect for op in op_search.entries() for argument in op.arguments}
        assert seen - {""} <= set(op_search.CLASSES)


class TestHelp:
    def test_examples_work(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["op", "--help"]) == 0
        text = capsys.readouterr().out
        examples = re.findall(r"^ +tflintgrad (op .+)$", text, re.MULTILINE)
        assert len(examples) == 6
        for example in examples:
            assert run(example.split()) == 0

    def test_names_every_class(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["op", "--help"]) == 0
        text = capsys.readouterr().out
        assert all(re.search(rf"\b{name}\b", text) for name in op_search.CLASSES)


class TestPage:
    def test_is_up_to_date(self) -> None:
        stored = (ROOT / "docs" / "ops.md").read_text(encoding="utf-8")
        assert stored == ops_page.page(), "rules/ops.txt has changed: run `make docs`"

    def test_every_entry_is_counted_once(self) -> None:
        entries = list(op_search.entries())
        assert not any(ops_page.is_plain(op) and ops_page.is_inert(op) for op in entries)
        told = [op for op in entries if not ops_page.is_plain(op) and not ops_page.is_inert(op)]
        newest = ops_page.page().partition("\n# TensorFlow ")[0]
        rows = re.findall(r"^\| `([^`]+)` \|", newest, re.MULTILINE)
        assert sorted(rows) == sorted(op.name for op in told)

    def test_headings_are_unique(self) -> None:
        headings = re.findall(r"^## (.+)$", ops_page.page(), re.MULTILINE)
        assert headings == sorted(set(headings))

    def test_rows_have_four_columns(self) -> None:
        for line in ops_page.page().splitlines():
            if line.startswith("| `"):
                assert len(re.findall(r"(?<!\\)\|", line)) == 5, line


class TestLayers:
    @pytest.mark.parametrize(
        "name",
        [
            "keras.layers.BatchNormalization",
            "tf.keras.layers.BatchNormalization()",
            "BatchNormalization",
        ],
    )
    def test_any_spelling(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        page = printed(capsys, name)
        assert page.startswith(
            "keras.layers.BatchNormalization\n\n"
            "variables: trainable weights; statistics that are not trained\n\n"
            "arguments of a call:\n  inputs  flows: a gradient passes\n"
        )
        assert "self" not in page.partition("measured")[0]

    def test_without_variables(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "variables: none\n" in printed(capsys, "keras.layers.Flatten")

    def test_for_programs(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert read(capsys, "keras.layers.Dropout")["variables"] == ["seed"]
        assert read(capsys, "tf.exp")["variables"] is None

    @pytest.mark.parametrize(
        ("name", "hint"),
        [
            ("tf.keras.layers.Dens", "did you mean keras.layers.Dense?"),
            ("keras.layers.MultiHeadAttention", "no call of this layer was measured"),
            ("keras.Model", "no other classes"),
        ],
    )
    def test_unknown(self, name: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["op", name]) == 2
        assert hint in capsys.readouterr().err
