"""JUnit's XML: a suite for each file with findings, and in it a failed test for each of them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tflintgrad.output.headline import headline
from tflintgrad.output.messages import is_refuted, message_of, paragraph_of, rule_of
from tflintgrad.output.source_lines import Sources
from tflintgrad.output.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult

# XML cannot say these at all.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN = Style()


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    root = Element("testsuites", name="tflintgrad")
    checked = 0
    for result in results:
        checked += result.error is None
        if result.findings or result.error is not None:
            _add_suite(root, result)
    if len(root) == 0:
        # Readers take a report without tests for one that got lost.
        suite = SubElement(root, "testsuite", name="tflintgrad")
        words = f"no gradient problems in {checked} file{'' if checked == 1 else 's'}"
        SubElement(suite, "testcase", name=words, classname="tflintgrad")
    for element in (root, *root):
        _count(element)
    indent(root)
    # As ASCII it is the same in every encoding that standard output can have.
    text = tostring(root, encoding="us-ascii", xml_declaration=False).decode("ascii")
    yield f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _add_suite(root: Element, result: FileResult) -> None:
    path = _clean(result.path)
    suite = SubElement(root, "testsuite", name=path)
    if result.error is not None:
        case = SubElement(suite, "testcase", name="can be read", classname=path)
        SubElement(case, "error", message=_clean(result.error))
    sources = Sources(result)
    for finding in result.findings:
        region = sources.region(finding)
        case = SubElement(
            suite,
            "testcase",
            name=_clean(f"{rule_of(finding)} {_place(finding)}"),
            classname=path,
            file=path,
            line=str(region.row),
        )
        _add_outcome(case, finding, sources)


def _add_outcome(case: Element, finding: Finding, sources: Sources) -> None:
    if is_refuted(finding) and finding.verification is not None:
        SubElement(case, "skipped", message=_clean(f"refuted: {finding.verification.reason}"))
        return
    failure = SubElement(case, "failure", type=finding.code, message=_clean(message_of(finding)))
    _, *more = paragraph_of(finding).split("\n")
    failure.text = _clean("\n".join([headline(finding, sources, _PLAIN), *more]))


def _place(finding: Finding) -> str:
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
