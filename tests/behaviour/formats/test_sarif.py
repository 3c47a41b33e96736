"""SARIF: the schema, and what code scanning makes of the report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from tests.support import sample_findings
from tests.support.paths import SCHEMAS
from tests.support.sample_findings import LOSSES, ODD_NAME, rendered


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample_findings.write_files(tmp_path)
    sample_findings.be_there(tmp_path, monkeypatch)


def sarif() -> dict[str, Any]:
    log: dict[str, Any] = json.loads(rendered("sarif"))
    return log


def test_schema() -> None:
    schema = json.loads((SCHEMAS / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    checker = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    problems = [problem.message for problem in checker.iter_errors(sarif())]
    assert problems == []
    broken = sarif()
    broken["runs"][0]["results"][0]["level"] = "fatal"
    assert list(checker.iter_errors(broken))  # the schema does look at it


def test_path_is_a_code_flow() -> None:
    first = sarif()["runs"][0]["results"][0]
    (flow,) = first["codeFlows"]
    (thread,) = flow["threadFlows"]
    locations = [place(item["location"]) for item in thread["locations"]]
    assert locations == [
        ("src/train.py", 4, 1),
        ("src/losses.py", 4, 32),
        ("src/losses.py", 5, 12),
        ("src/train.py", 7, 7),
    ]
    assert [item["kinds"] for item in thread["locations"]][1] == ["cut"]
    related = [place(item) for item in first["relatedLocations"]]
    assert related == [*locations, ("src/other.py", 1, 1)]


def place(location: dict[str, Any]) -> tuple[str, int, int]:
    physical = location["physicalLocation"]
    region = physical["region"]
    return physical["artifactLocation"]["uri"], region["startLine"], region["startColumn"]


def test_columns_count_what_it_says() -> None:
    run = sarif()["runs"][0]
    assert run["columnKind"] == "utf16CodeUnits"
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    units = LOSSES.split("\n")[region["startLine"] - 1].encode("utf-16-le")
    part = units[2 * (region["startColumn"] - 1) : 2 * (region["endColumn"] - 1)]
    assert part.decode("utf-16-le") == "größe.numpy()"


def test_names_of_files_are_uris() -> None:
    results = sarif()["runs"][0]["results"]
    uris = [item["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for item in results]
    assert all(re.fullmatch(r"[A-Za-z0-9_.~/%-]+", uri) for uri in uris)
    assert unquote(uris[-1]) == ODD_NAME
    assert uris[5] == "study%20one.ipynb"


def test_notebook_is_placed_in_its_file() -> None:
    result = sarif()["runs"][0]["results"][5]
    row = result["locations"][0]["physicalLocation"]["region"]["startLine"]
    line = sample_findings.notebook().split("\n")[row - 1]
    assert "x.numpy()" in line
    assert result["message"]["text"].startswith("cell 3, line 2, column 17: ")
    assert result["locations"][0]["logicalLocations"][0]["name"] == "cell 3"


def test_rules_are_explained() -> None:
    run = sarif()["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[item["ruleIndex"]]["id"] for item in run["results"]] == [
        item["ruleId"] for item in run["results"]
    ]
    for rule in rules:
        assert rule["help"]["text"]
        assert "## What it does" in rule["help"]["markdown"]
        assert rule["helpUri"].endswith(f"/rules/{rule['id']}/")


def test_failures_of_the_run() -> None:
    (invocation,) = sarif()["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    levels = [item["level"] for item in invocation["toolExecutionNotifications"]]
    assert levels == ["warning", "error"]


def test_levels() -> None:
    levels = [item["level"] for item in sarif()["runs"][0]["results"]]
    # What was refuted is a note.
    assert levels == ["error", "error", "warning", "note", "note", "error", "error", "warning"]
