"""Write the section `Fix` of the rule pages: `python -m tools.fix_diffs`.

The section shows what `--fix` makes of the first example that it corrects, as a diff; or it says
why there is no fix.
"""

from __future__ import annotations

import re
import sys
import textwrap
from difflib import unified_diff
from pathlib import Path

from tflintgrad import limits
from tflintgrad.config.settings import Settings
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.effective_fixes import effective_fixes
from tflintgrad.engine.fixes import Applicability
from tflintgrad.knowledge.rule_page import Rule
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION, rulebook
from tflintgrad.source.edits import apply_edits

HEADING = "## Fix\n"
NEXT_HEADING = "## Not flagged\n"
WIDTH = 100
_EXAMPLES = re.compile(r"^## Example\n(.*?)^## ", re.MULTILINE | re.DOTALL)
_PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fixed(text: str, code: str) -> str:
    """Return a program after all fixes of one rule, the unsafe ones included."""
    settings = Settings(select=(code,))
    for _ in range(limits.MAX_FIX_PASSES):
        result = check_text(text, "example.py", settings)
        _, found = next(effective_fixes([result], Applicability(unsafe=True), settings))
        if not found.edits:
            break
        text = apply_edits(text, found.edits[None])
    return text


def fixed_example(rule: Rule) -> tuple[str, str] | None:
    """Return the first example of a page that its fix corrects, before and after."""
    examples = _EXAMPLES.search(rule.body)
    for program in _PROGRAM.findall(examples[1]) if examples else ():
        after = fixed(program, rule.code)
        if after != program:
            return program, after
    return None


def section(rule: Rule) -> str:
    """Return the section `Fix` of a rule's page."""
    if rule.fix == "no":
        words = textwrap.fill(f"There is none: {rule.no_fix}.", WIDTH, break_on_hyphens=False)
        return f"{HEADING}\n{words}\n\n"
    if rule.code == UNUSED_SUPPRESSION:
        return f"{HEADING}\n`--fix` removes the comment, or the codes that suppress nothing.\n\n"
    found = fixed_example(rule)
    if found is None:
        raise SystemExit(f"{rule.code}: no example of the page is fixed")
    option = "`--fix`" if rule.fix == "safe" else "`--fix --unsafe-fixes`"
    mark = f"  # {rule.code}"
    before, after = (text.replace(mark, "").splitlines(keepends=True) for text in found)
    diff = "".join(line for line in list(unified_diff(before, after, n=1))[2:] if line[:2] != "@@")
    return f"{HEADING}\n{option} changes the first example like this:\n\n```diff\n{diff}```\n\n"


def with_section(page: str, rule: Rule) -> str:
    """Return the text of a page with its section `Fix` written anew."""
    start, end = page.find(HEADING), page.index(NEXT_HEADING)
    return page[: start if start >= 0 else end] + section(rule) + page[end:]


def main() -> int:
    """Write all pages."""
    book = rulebook()
    for rule in book.all():
        path = Path(book.folder) / book.file_of(rule.code)
        page = path.read_text(encoding="utf-8")
        path.write_text(with_section(page, rule), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
