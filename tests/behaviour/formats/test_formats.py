"""Every output format: a picture in tests/data/golden, and what its readers make of it.

UPDATE_GOLDEN=1 draws the pictures anew.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from diff_cover.violationsreporters.violations_reporter import PylintDriver
from junitparser import Error, Failure, JUnitXml, Skipped

from tests.support import sample_findings
from tests.support.paths import GOLDEN, ROOT
from tests.support.sample_findings import COUNT, LOSSES, ODD_MESSAGE, ODD_NAME, TRAIN, rendered
from tflintgrad import __version__
from tflintgrad.config.output_formats import output_formats
from tflintgrad.engine.file_result import FileResult
from tflintgrad.output import renderer
from tflintgrad.output.style import Style


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample_findings.write_files(tmp_path)
    sample_findings.be_there(tmp_path, monkeypatch)


class TestPictures:
    @pytest.mark.parametrize("name", output_formats())
    def test_golden(self, name: str) -> None:
        self.compare(rendered(name), f"report.{name}")

    @pytest.mark.parametrize("name", ["full", "concise", "grouped"])
    def test_golden_in_colour(self, name: str) -> None:
        self.compare(rendered(name, Style(colour=True, links=True)), f"report.{name}.colour")

    @pytest.mark.parametrize("name", output_formats())
    def test_the_same_every_time(self, name: str) -> None:
        assert rendered(name) == rendered(name)

    def test_colour_is_for_people(self) -> None:
        for name in set(output_formats()) - {"full", "concise", "grouped"}:
            assert rendered(name, Style(colour=True, links=True)) == rendered(name)

    @pytest.mark.parametrize("name", output_formats())
    def test_nothing_steers_the_terminal(self, name: str) -> None:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", rendered(name))

    def compare(self, actual: str, name: str) -> None:
        # Rules are reworded, and versions made, more often than formats are changed.
        actual = re.sub('"markdown": ".*"', '"markdown": "…"', actual)
        actual = actual.replace(f'"{__version__}"', '"VERSION"')
        golden = GOLDEN / name
        if os.environ.get("UPDATE_GOLDEN"):
            golden.write_text(actual, encoding="utf-8", newline="\n")
        assert actual == golden.read_text(encoding="utf-8")


class TestPage:
    TEXT = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")

    def first_column(self, heading: str) -> list[str]:
        """What the table of a section is about."""
        section = self.TEXT.partition(f"# {heading}\n")[2].partition("\n## ")[0]
        cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
        return [name for cell in cells for name in re.findall("`(.*?)`", cell)]

    def test_every_format_is_there(self) -> None:
        assert sorted(self.first_column("Output formats")) == output_formats()
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        section = readme.partition("### Output formats\n")[2].partition("[docs/formats.md]")[0]
        assert sorted(re.findall("`(.*?)`", section)) == output_formats()

    def test_every_field_of_json_is_there(self) -> None:
        found = json.loads(rendered("json"))[0]
        assert sorted(self.first_column("JSON")) == sorted(found)
        row = next(line for line in self.TEXT.splitlines() if line.startswith("| `location`"))
        assert set(found["location"]) <= set(re.findall(r"`(\w+)`", row))
        row = next(line for line in self.TEXT.splitlines() if line.startswith("| `flow`"))
        assert set(found["flow"][0]) == set(re.findall(r"`\{(.*)\}`", row)[0].split(", "))
        row = next(line for line in self.TEXT.splitlines() if line.startswith("| `verification`"))
        verified = json.loads(rendered("json"))[2]["verification"]
        assert set(verified) <= set(re.findall(r"`(\w+)`", row))


class TestJson:
    def test_lines_say_the_same(self) -> None:
        lines = rendered("json-lines").splitlines()
        assert [json.loads(line) for line in lines] == json.loads(rendered("json"))
        assert len(lines) == COUNT

    def test_columns_are_exact_in_every_unit(self) -> None:
        found = json.loads(rendered("json"))[0]
        line = LOSSES.split("\n")[found["location"]["row"] - 1]
        start, end = found["location"], found["end_location"]
        assert line[start["column"] - 1 : end["column"] - 1] == "größe.numpy()"
        data = line.encode()[start["byte_column"] - 1 : end["byte_column"] - 1]
        assert data.decode() == "größe.numpy()"
        units = line.encode("utf-16-le")[2 * (start["utf16_column"] - 1) :]
        assert units.decode("utf-16-le").startswith("größe.numpy()")

    def test_columns_in_other_files(self) -> None:
        step = json.loads(rendered("json"))[0]["flow"][2]
        line = LOSSES.split("\n")[step["location"]["row"] - 1]
        part = slice(step["location"]["byte_column"] - 1, step["end_location"]["byte_column"] - 1)
        assert line.encode()[part].decode() == "tf.reduce_sum(名前)"


class TestJunit:
    def test_read_by_junitparser(self) -> None:
        xml = JUnitXml.fromstring(rendered("junit").encode())
        assert (xml.tests, xml.failures, xml.errors, xml.skipped) == (COUNT + 1, COUNT - 1, 1, 1)
        kinds = [type(result) for suite in xml for case in suite for result in case.result]
        assert kinds.count(Failure) == COUNT - 1
        assert kinds.count(Skipped) == kinds.count(Error) == 1
        names = [suite.name for suite in xml]
        assert names[-2] == ODD_NAME
        (odd,) = list(list(xml)[-2])
        assert " ".join(odd.result[0].message.split()) == " ".join(ODD_MESSAGE.split()).replace(
            "\x1b", "\\x1b"
        )

    def test_clean(self) -> None:
        xml = JUnitXml.fromstring(
            "".join(renderer("junit")([FileResult("a.py")], Style())).encode()
        )
        assert (xml.tests, xml.failures, xml.errors) == (1, 0, 0)

    def test_what_xml_cannot_say(self) -> None:
        results = [FileResult("a\udc80\x00.py", error="a\ufffe.py: is gone")]
        xml = JUnitXml.fromstring("".join(renderer("junit")(results, Style())).encode())
        assert [suite.name for suite in xml] == ["a\ufffd\ufffd.py"]


# What GitLab's documentation asks of a Code Quality report.
GITLAB_SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string"},
            "fingerprint": {"type": "string", "minLength": 16},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "not": {"pattern": r"^(\.?/|[A-Za-z]:)"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
# What reviewdog's protocol says, as the JSON of a protocol buffer: nothing unknown.
_POSITION = {
    "type": "object",
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer"}},
    "additionalProperties": False,
}
_LINK = {"type": "string", "pattern": "^https://"}
RDJSON_SCHEMA = {
    "type": "object",
    "required": ["source", "diagnostics"],
    "additionalProperties": False,
    "properties": {
        "source": {
            "type": "object",
            "properties": {"name": {"const": "tflintgrad"}, "url": _LINK},
            "additionalProperties": False,
        },
        "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["message", "location", "severity", "code"],
                "additionalProperties": False,
                "properties": {
                    "message": {"type": "string"},
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {
                        "type": "object",
                        "properties": {"value": {"type": "string"}, "url": _LINK},
                        "additionalProperties": False,
                    },
                    "location": {
                        "type": "object",
                        "required": ["path"],
                        "additionalProperties": False,
                        "properties": {
                            "path": {"type": "string"},
                            "range": {
                                "type": "object",
                                "required": ["start"],
                                "properties": {"start": _POSITION, "end": _POSITION},
                                "additionalProperties": False,
                            },
                        },
                    },
                },
            },
        },
    },
}


class TestGitlab:
    def test_report(self) -> None:
        issues = json.loads(rendered("gitlab"))
        jsonschema.validate(issues, GITLAB_SCHEMA)
        assert len({issue["fingerprint"] for issue in issues}) == len(issues) == COUNT
        assert issues[-1]["location"]["path"] == ODD_NAME
        row = issues[5]["location"]["lines"]["begin"]
        assert "x.numpy()" in sample_findings.notebook().split("\n")[row - 1]

    def test_nothing_found(self) -> None:
        assert json.loads("".join(renderer("gitlab")([], Style()))) == []


class TestRdjson:
    def test_report(self) -> None:
        report = json.loads(rendered("rdjson"))
        jsonschema.validate(report, RDJSON_SCHEMA)
        assert len(report["diagnostics"]) == COUNT

    def test_columns_count_bytes(self) -> None:
        place = json.loads(rendered("rdjson"))["diagnostics"][0]["location"]["range"]
        line = LOSSES.split("\n")[place["start"]["line"] - 1].encode()
        part = line[place["start"]["column"] - 1 : place["end"]["column"] - 1]
        assert part.decode() == "größe.numpy()"


class TestPylint:
    def test_read_by_diff_quality(self) -> None:
        found = PylintDriver().parse_reports([rendered("pylint")])
        assert set(found) == {
            "src/losses.py",
            "src/train.py",
            "src/broken.py",
            "study one.ipynb",
        }
        assert [violation.line for violation in found["src/losses.py"]] == [4, 5]
        assert found["src/losses.py"][0].message.startswith("TFG201: (numpy-escape), : `.numpy()`")

    def test_one_line_each(self) -> None:
        assert len(rendered("pylint").splitlines()) == COUNT


def github_command(line: str) -> tuple[str, dict[str, str], str]:
    """Strictly what GitHub documents of workflow commands."""
    match = re.fullmatch(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^,:]*)(?:,[^,:]+)*)::(.*)", line)
    assert match, line

    def data(text: str) -> str:
        assert not re.search(r"%(?!25|0D|0A)", text.replace("%3A", "").replace("%2C", ""))
        for escaped, plain in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n")):
            text = text.replace(escaped, plain)
        return text.replace("%25", "%")

    pairs = (pair.partition("=") for pair in match[2].split(","))
    return match[1], {name: data(value) for name, _, value in pairs}, data(match[3])


class TestGithub:
    def test_commands(self) -> None:
        commands = [github_command(line) for line in rendered("github").splitlines()]
        assert len(commands) == COUNT
        kind, properties, message = commands[0]
        assert kind == "error"
        assert properties == {
            "title": "tflintgrad (TFG201)",
            "file": "src/losses.py",
            "line": "4",
            "endLine": "4",
            "col": "30",
            "endColumn": "43",
        }
        assert message.startswith("TFG201[numpy-escape] `.numpy()` leaves TensorFlow")
        assert "\nhelp: use the tensor itself:\n名前 = größe\nmore: https://" in message

    def test_odd_names(self) -> None:
        kind, properties, message = github_command(rendered("github").splitlines()[-1])
        assert (kind, properties["file"]) == ("warning", ODD_NAME)
        assert "100% of ::error,file=x;]y <&>" in message

    def test_several_lines_have_no_columns(self) -> None:
        _, properties, _ = github_command(rendered("github").splitlines()[2])
        assert (properties["line"], properties["endLine"]) == ("5", "6")
        assert "col" not in properties

    def test_kinds(self) -> None:
        kinds = [github_command(line)[0] for line in rendered("github").splitlines()]
        assert kinds[2:5] == ["warning", "notice", "notice"]


def azure_command(line: str) -> tuple[dict[str, str], str]:
    """Strictly what Azure documents of logging commands."""
    match = re.fullmatch(r"##vso\[task\.logissue ((?:[a-z]+=[^;\]]*;)+)\](.*)", line)
    assert match, line

    def data(text: str) -> str:
        for escaped, plain in (("%3B", ";"), ("%5D", "]"), ("%0D", "\r"), ("%0A", "\n")):
            text = text.replace(escaped, plain)
        return text.replace("%AZP25", "%")

    pairs = (pair.partition("=") for pair in match[1].rstrip(";").split(";"))
    return {name: data(value) for name, _, value in pairs}, data(match[2])


class TestAzure:
    def test_commands(self) -> None:
        commands = [azure_command(line) for line in rendered("azure").splitlines()]
        assert len(commands) == COUNT
        properties, message = commands[0]
        assert properties == {
            "type": "error",
            "sourcepath": "src/losses.py",
            "linenumber": "4",
            "columnnumber": "30",
            "code": "TFG201",
        }
        assert message.startswith("TFG201[numpy-escape] ")
        assert {properties["type"] for properties, _ in commands} == {"error", "warning"}

    def test_odd_names(self) -> None:
        properties, message = azure_command(rendered("azure").splitlines()[-1])
        assert properties["sourcepath"] == ODD_NAME
        assert "100% of ::error,file=x;]y" in message


class TestText:
    def test_concise_is_one_line_each(self) -> None:
        lines = rendered("concise").splitlines()
        assert len(lines) == COUNT
        assert lines[0].startswith("src/losses.py:4:30: TFG201[numpy-escape] `.numpy()`")
        assert lines[5].startswith("study one.ipynb:cell 3:2:17: TFG201[numpy-escape] ")
        assert "\\n\\t名前" in lines[-1]

    @pytest.mark.parametrize(("unit", "column"), [("bytes", 40), ("utf-16", 32)])
    def test_columns_in_another_unit(self, unit: Any, column: int) -> None:
        for name in ("concise", "full"):
            first = rendered(name, Style(columns=unit)).splitlines()[0]
            assert first.startswith(f"src/losses.py:4:{column}: TFG201")
        assert f"  4:{column}  TFG201" in rendered("grouped", Style(columns=unit))

    def test_grouped_by_file(self) -> None:
        groups = rendered("grouped").split("\n\n")
        assert [group.split("\n")[0] for group in groups[:2]] == ["src/losses.py:", "src/train.py:"]

    def test_full_shows_the_line_of_another_file(self) -> None:
        assert TRAIN.split("\n")[6] in rendered("full")
