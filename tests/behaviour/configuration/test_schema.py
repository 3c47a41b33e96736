"""The schema that editors read and the parser say the same; `tflintgrad config` shows the rest."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import tflintgrad
from tests.support.paths import ROOT
from tflintgrad.config.keys import KEYS, VERIFY, default_of, read_table
from tflintgrad.config.output_formats import output_formats
from tflintgrad.config.schema import schema, schema_text
from tflintgrad.config.settings import Settings
from tflintgrad.config.value_types import InvalidValue
from tflintgrad.config.verify_input_types import InconsistentInput
from tflintgrad.frontends.cli.entry import run
from tflintgrad.knowledge.rules import rulebook

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SHIPPED = ROOT / "tflintgrad" / "tflintgrad.schema.json"
VALIDATOR = jsonschema.Draft7Validator(schema())

# What somebody may write, right or nearly right. Numbers such as 1.0 are left out: JSON does not
# tell them from 1, TOML does. So are line ends, which `$` means differently from reader to reader.
RULE_WORDS = ("TFG2", "TFG201", "numpy-escape", "ALL", "tfg2", "TFG", "T", "TFG999", "all")
OTHER_WORDS = ("", "x", "full", "json", "error", "off", "cpu", "gpu:1", "cpu:", "auto", "tests/*")
WORDS = st.sampled_from([*RULE_WORDS, *OTHER_WORDS, "!a", "2.15", "2.14"])
VERSION = st.from_regex(r"[0-9]{1,4}\.[0-9]{1,4}(\.[0-9a-z]{1,3}){0,2}", fullmatch=True)
TEXT = st.one_of(WORDS, VERSION, st.text(st.characters(exclude_characters="\n"), max_size=6))
NUMBER = st.one_of(
    st.integers(-2, 3),
    st.integers(0, 10**6),
    st.floats(allow_nan=False).filter(lambda number: not number.is_integer()),
)
SIMPLE = st.one_of(st.booleans(), NUMBER, TEXT, st.none())
ANYTHING = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
RULE = st.sampled_from(rulebook().selectors)
RULES = st.lists(RULE, max_size=3)
PATTERNS = st.lists(st.sampled_from(["build", "docs/*", "a{b,c}"]), max_size=3)
SIZES = st.lists(st.integers(0, 4), max_size=3)
INPUT = st.one_of(
    st.booleans() | NUMBER.filter(lambda number: abs(number) < 1e300) | WORDS,
    st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), max_size=2),
    st.fixed_dictionaries(
        {"shape": SIZES},
        optional={"dtype": st.sampled_from(["float64", "int32"]), "low": st.just(-1)},
    ),
    st.fixed_dictionaries({"value": st.integers(-3, 3)}, optional={"shape": SIZES}),
)
#: Right values of each key, written down apart from the table that the parser has.
RIGHT: dict[str, st.SearchStrategy[Any]] = {
    "select": st.lists(RULE, min_size=1, max_size=3),
    "ignore": RULES,
    "extend-select": RULES,
    "per-file-ignores": st.dictionaries(st.sampled_from(["*.py", "!src/**"]), RULES),
    "severity": st.dictionaries(RULE, st.sampled_from(["error", "warning", "info"]), max_size=3),
    "exclude": PATTERNS,
    "extend-exclude": PATTERNS,
    "force-exclude": st.booleans(),
    "respect-gitignore": st.booleans(),
    "fixable": st.lists(st.sampled_from(["ALL", "TFG1", "TFG201"])),
    "unfixable": st.lists(st.sampled_from(["TFG5", "numpy-escape"])),
    "unsafe-fixes": st.booleans(),
    "unused-noqa": st.booleans(),
    "baseline": st.sampled_from(["known.json", "/tmp/x"]),
    "output-format": st.sampled_from(output_formats()),
    "tensorflow-version": st.sampled_from(["2.15", "2.15.1", "2.16", "2.21.0", "2.100", "3.0"]),
    "rules": st.sampled_from(["lint", "/tmp/x"]),
    "cache-dir": st.sampled_from([".cache", "/tmp/x"]),
    "time-limit": st.floats(0.001, 1000) | st.integers(1, 1000),
    "verify.device": st.sampled_from(["cpu", "cpu:1", "gpu", "gpu:12", "auto"]),
    "verify.timeout": st.floats(0.2, 1000) | st.integers(1, 1000),
    "verify.jit": st.booleans(),
    "verify.only-confirmed": st.booleans(),
    "verify.directions": st.integers(1, 100),
    "verify.seed": st.integers(0, 2**31 - 1),
    "verify.draws": st.integers(1, 100),
    "verify.inputs": st.dictionaries(st.sampled_from(["x", "self.rate", "größe"]), INPUT),
}


@st.composite
def tables(draw: st.DrawFn, wrong: bool) -> dict[str, Any]:
    """A configuration; with `wrong`, one of its keys or values is somebody's guess."""
    chosen = draw(st.lists(st.sampled_from(sorted(RIGHT)), max_size=4, unique=True))
    values = {key: draw(RIGHT[key]) for key in chosen}
    if wrong:
        name = st.sampled_from([*sorted(RIGHT), VERIFY, "selct", "verify.x", "a.b"]) | TEXT
        values[draw(name)] = draw(ANYTHING)
    table: dict[str, Any] = {}
    for key, value in values.items():
        before, _, last = key.partition(".")
        if last and isinstance(table.setdefault(before, {}), dict):
            table[before][last] = value
        else:
            table[key] = value
    return table


def accepts(table: dict[str, Any]) -> bool:
    try:
        read_table(table)
    except InconsistentInput:
        assume(False)  # no schema can say it
    except InvalidValue:
        return False
    return True


def test_every_key_is_tried() -> None:
    assert set(RIGHT) == set(KEYS)


def test_every_key_is_a_setting() -> None:
    fields = {name.replace("_", "-") for name in Settings.__dataclass_fields__}
    assert {key.partition(".")[0] for key in KEYS} == fields - {"root", "earlier", "plugins"}
    assert all(default_of(key) is not None for key in KEYS)


@settings(max_examples=150, deadline=None)
@given(tables(wrong=False))
def test_what_is_right_is_right_for_both(table: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(table)
    assert accepts(table)


@settings(max_examples=400, deadline=None)
@given(tables(wrong=True))
@example({"verify": []})
@example({"select": []})
@example({"severity": {"tfg2": "error"}})
@example({"tensorflow-version": "2.015"})
@example({"tensorflow-version": "02.15"})
@example({"verify": {"timeout": float("inf")}})
@example({"verify": {"directions": True}})
@example({"per-file-ignores": {"": []}})
@example({"verify": {"inputs": {"x": {}}}})
@example({"verify": {"inputs": {"2x": 1}}})
@example({"verify": {"inputs": {"x": None}}})
@example({"verify": {"inputs": {"x": {"shape": [8, -1]}}}})
@example({"verify": {"inputs": {"x": {"dtype": "float"}}}})
@example({"verify": {"inputs": {"x": {"low": "0"}}}})
@example({"verify": {"inputs": {"x": {"value": [[1.5, float("inf")]]}}}})
@example({"verify": {"inputs": {"x": {"shpe": [8]}}}})
def test_both_judge_alike(table: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(table) is accepts(table)


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(schema())


def test_the_shipped_copy_is_up_to_date() -> None:
    """`UPDATE_GOLDEN=1` writes it; so does `make docs`."""
    if os.environ.get("UPDATE_GOLDEN"):
        SHIPPED.write_text(schema_text(), encoding="utf-8")
    assert SHIPPED.read_text(encoding="utf-8") == schema_text()


def test_the_page_of_the_documentation_has_every_key() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert all(f"| `{key}` |" in page for key in KEYS)


class TestCommand:
    @pytest.fixture(autouse=True)
    def project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "src").mkdir()
        (tmp_path / "src" / "train.py").write_text("")
        (tmp_path / "pyproject.toml").write_text(
            "[project]\nname = 'x'\n\n"
            "[tool.tflintgrad]\n"
            "ignore = [\n    'TFG9',\n]\n"
            "verify.device = 'gpu'\n"
            'extend-exclude = ["a b", "ä\\n"]\n\n'
            "[tool.tflintgrad.per-file-ignores]\n"
            '"tests/*" = ["TFG2"]\n',
            encoding="utf-8",
        )
        return tmp_path

    def test_text(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["config", "src/train.py", "--ignore", "tfg3", "--force-exclude"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "# The settings for src/train.py, and where each comes from."
        assert 'ignore = ["TFG9", "TFG3"]  # pyproject.toml:5, command line' in lines
        assert 'verify.device = "gpu"  # pyproject.toml:8' in lines
        assert 'per-file-ignores = { "tests/*" = ["TFG2"] }  # pyproject.toml:11' in lines
        assert "force-exclude = true  # command line" in lines
        assert "severity = {}  # default" in lines
        assert "# select: the default rules  # default" in lines

    def test_text_is_a_configuration_that_says_the_same(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = tflintgrad.configured().in_folder(str(project))
        assert run(["config"]) == 0
        text = capsys.readouterr().out
        (project / "tflintgrad.toml").write_text(text, encoding="utf-8")
        after = tflintgrad.configured().in_folder(str(project))
        assert before.extend_exclude == ("a b", "ä\n")
        cache = str(project / ".tflintgrad_cache")
        assert (after.cache_dir, before.cache_dir) == (cache, ".tflintgrad_cache")
        assert read_table(tomllib.loads(text)).keys() == KEYS.keys() - {
            "baseline",
            "rules",
            "select",
            "tensorflow-version",
        }
        for name in set(Settings.__dataclass_fields__) - {"cache_dir"}:
            assert getattr(after, name) == getattr(before, name)

    def test_json(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["config", "--output-format", "json", "--select", "TFG2", "src"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["path"] == "src"
        assert set(shown["settings"]) == set(KEYS)
        nobody = {"origin": "default", "filename": None, "line": None}
        # To select anew is to forget what the file chose.
        assert shown["settings"]["ignore"] == {"value": [], "from": [nobody]}
        assert shown["settings"]["tensorflow-version"] == {"value": None, "from": [nobody]}
        assert shown["settings"]["select"] == {
            "value": ["TFG2"],
            "from": [{"origin": "command line", "filename": None, "line": None}],
        }
        place = {"origin": "file", "filename": str(project / "pyproject.toml"), "line": 8}
        assert shown["settings"]["verify.device"] == {"value": "gpu", "from": [place]}

    def test_isolated(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["config", "--isolated"]) == 0
        assert "pyproject" not in capsys.readouterr().out

    def test_schema(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["config", "--schema"]) == 0
        assert capsys.readouterr().out == schema_text()

    def test_no_such_path(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["config", "gone.py"]) == 2
        assert "'gone.py' does not exist" in capsys.readouterr().err
