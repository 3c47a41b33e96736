"""One HTML page with all findings, their diagrams and paths, and the code; it loads nothing.

The programs with findings are analysed a second time, for their diagrams.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tflintgrad.output.html.diagrams import diagrams_of, workspace_of
from tflintgrad.output.html.finding_card import card
from tflintgrad.output.html.page import page
from tflintgrad.output.html.source_listing import Listings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield the page."""
    found = list(results)
    findings = [finding for result in found for finding in result.findings]
    workspace = workspace_of(found)
    version = next((result.tensorflow_version for result in found if result.findings), "")
    diagrams = diagrams_of(findings, workspace, version)
    listings = Listings(workspace)
    for number, finding in enumerate(findings, 1):
        listings.add(number, finding)
    cards = [
        card(number, finding, diagram, listings)
        for number, (finding, diagram) in enumerate(zip(findings, diagrams, strict=True), 1)
    ]
    remarks = [line for result in found for line in (*result.warnings, result.error) if line]
    for piece in page(findings, cards, listings.render(), remarks, _summary(found)):
        # As ASCII, the page is the same in every encoding that standard output can have.
        yield piece.encode("ascii", "xmlcharrefreplace").decode()


def _summary(results: Sequence[FileResult]) -> str:
    checked = sum(result.error is None for result in results)
    affected = sum(bool(result.findings) for result in results)
    findings = [finding for result in results for finding in result.findings]
    files = f"{checked} file{'' if checked == 1 else 's'}"
    if not findings:
        return f"no gradient problems in {files}"
    problems = f"{len(findings)} problem{'' if len(findings) == 1 else 's'}"
    verdicts = Counter(f.verification.verdict for f in findings if f.verification is not None)
    verified = "".join(f", {count} {verdict}" for verdict, count in sorted(verdicts.items()))
    return f"{problems} in {affected} of {files}{verified}"
