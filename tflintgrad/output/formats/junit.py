"""JUnit XML: a test suite for each file with findings, and a failed test for each finding."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tflintgrad.output.headline import headline
from tflintgrad.output.messages import is_refuted, message_of, paragraph_of, rule_of
from tflintgrad.output.source_lines import SourceLines
from tflintgrad.output.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult

# XML cannot represent these characters, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN = Style()


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield the XML document."""
    root = Element("testsuites", name="tflintgrad")
    checked = 0
    for result in results:
        checked += result.error is None
        if result.findings or result.error is not None:
            _add_suite(root, result)
    if len(root) == 0:
        # CI systems take a report without tests for an error.
        suite = SubElement(root, "testsuite", name="tflintgrad")
        name = f"no gradient problems in {checked} file{'' if checked == 1 else 's'}"
        SubElement(suite, "testcase", name=name, classname="tflintgrad")
    for element in (root, *root):
        _count(element)
    indent(root)
    # As ASCII, the report is the same in every encoding that standard output can have.
    text = tostring(root, encoding="us-ascii", xml_declaration=False).decode("ascii")
    yield f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _add_suite(root: Element, result: FileResult) -> None:
    path = _clean(result.path)
    suite = SubElement(root, "testsuite", name=path)
    if result.error is not None:
        case = SubElement(suite, "testcase", name="can be read", classname=path)
        SubElement(case, "error", message=_clean(result.error))
    source_lines = SourceLines(result)
    for finding in result.findings:
        region = source_lines.region(finding)
        case = SubElement(
            suite,
            "testcase",
            name=_clean(f"{rule_of(finding)} {_location(finding)}"),
            classname=path,
            file=path,
            line=str(region.row),
        )
        _add_outcome(case, finding, source_lines)


def _add_outcome(case: Element, finding: Finding, source_lines: SourceLines) -> None:
    if is_refuted(finding) and finding.verification is not None:
        SubElement(case, "skipped", message=_clean(f"refuted: {finding.verification.reason}"))
        return
    failure = SubElement(case, "failure", type=finding.code, message=_clean(message_of(finding)))
    _, *more = paragraph_of(finding).split("\n")
    failure.text = _clean("\n".join([headline(finding, source_lines, _PLAIN), *more]))


def _location(finding: Finding) -> str:
    start = finding.span.start
    cell = f"cell {finding.cell}, " if finding.cell is not None else ""
    return f"{cell}line {start.row}, column {start.column}"


def _count(element: Element) -> None:
    tags = Counter(child.tag for child in element.iter())
    for attribute, tag in (
        ("tests", "testcase"),
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ):
        element.set(attribute, str(tags[tag]))


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
