"""The HTML page: heading, search and filters, cards, listings, style and script in one file."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tflintgrad._version import __version__
from tflintgrad.knowledge.rules import rulebook
from tflintgrad.output.diagrams.svg import STYLE as DIAGRAM_STYLE
from tflintgrad.output.html.escape import plain

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Finding

_SEVERITIES = ("error", "warning", "info")


def page(
    findings: Sequence[Finding],
    cards: Iterable[str],
    listings: Iterable[str],
    remarks: Iterable[str],
    summary: str,
) -> Iterator[str]:
    """Yield the page with the cards of the findings and the listings of the files."""
    style = _asset("page.css") + DIAGRAM_STYLE
    script = _asset("page.js")
    # The page loads nothing, and only this script may run.
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>tflintgrad: {plain(summary)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )
    yield (
        f'<header class="top"><h1>tflintgrad <small>{plain(__version__)}</small></h1>'
        f'<p class="summary">{plain(summary)}</p>{_controls(findings)}</header>\n'
    )
    notes = "".join(f"<li>{plain(remark)}</li>" for remark in remarks)
    yield f'<ul class="remarks">{notes}</ul>\n' if notes else ""
    yield '<div class="columns"><main>\n'
    yield from cards
    yield '<p class="none" hidden>No finding matches.</p></main>\n<aside aria-label="Source">\n'
    yield from listings
    yield f"</aside></div>\n<script>{script}</script>\n</body>\n</html>\n"


def _controls(findings: Sequence[Finding]) -> str:
    """Return the search and the filters, which the script shows: without it they do nothing."""
    if not findings:
        return ""
    names = rulebook().name_of
    rules = Counter(sorted(finding.code for finding in findings))
    severities: Counter[str] = Counter()
    for severity in _SEVERITIES:
        severities.update(f.severity for f in findings if f.severity == severity)
    files = Counter(finding.filename for finding in findings)
    shown = {code: f"{code} {names(code) or ''}".rstrip() for code in rules}
    return (
        '<form class="controls" role="search" hidden>'
        '<input type="search" id="search" placeholder="Search findings ( / )" '
        'aria-label="Search findings" autocomplete="off" spellcheck="false">'
        f"{_select('rule', 'all rules', rules, shown)}"
        f"{_select('severity', 'all severities', severities)}"
        f"{_select('file', 'all files', files)}"
        '<output id="count" for="search"></output></form>'
    )


def _select(
    field: str, everything: str, counts: Mapping[str, int], shown: Mapping[str, str] | None = None
) -> str:
    names = shown or {}
    listed = "".join(
        f'<option value="{plain(value)}">{plain(names.get(value, value))} ({count})</option>'
        for value, count in counts.items()
    )
    return (
        f'<select data-field="{field}" aria-label="{everything}">'
        f'<option value="">{everything}</option>{listed}</select>'
    )


def _asset(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
