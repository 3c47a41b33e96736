"""Fix the labelled programs, and let TensorFlow judge the result.

    python -m tests.support.fixed_programs [-v] [--static] [TFG101…]

prints how many programs are right after all fixes, and how the others fail. With -v each failing
program is named, with --static TensorFlow is not asked, codes select rules.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.support.judge import Judge, Memory, Program, read_cases, read_rule
from tests.support.judge.check import EAGERLY
from tests.support.paths import PROGRAMS, RULES
from tflintgrad import check_source, limits
from tflintgrad.config.settings import Settings
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.effective_fixes import effective_fixes
from tflintgrad.engine.fixes import Applicability
from tflintgrad.knowledge.rules import UNUSED_SUPPRESSION, rulebook
from tflintgrad.source.edits import apply_edits

Result = Literal["no fix offered", "still flagged", "wrong on TensorFlow", "right"]


@dataclass(frozen=True, slots=True)
class Fixable:
    """A buggy program whose rule has a fix; `siblings` are the other programs of its page."""

    code: str
    program: Program
    siblings: tuple[Program, ...] = ()


def fixed(text: str, *, unsafe: bool = True) -> str:
    """Return a program after all fixes of all rules."""
    settings = Settings()
    for _ in range(limits.MAX_FIX_PASSES):
        result = check_text(text, "program.py", settings)
        _, found = next(effective_fixes([result], Applicability(unsafe), settings))
        if not found.edits:
            break
        text = apply_edits(text, found.edits[None])
    return text


def fixable_programs() -> Iterator[Fixable]:
    """Yield all buggy programs of rules that have a fix: of their folders, and of their pages."""
    book = rulebook()
    codes = {rule.code for rule in book.all() if rule.fix != "no"} - {UNUSED_SUPPRESSION}
    for program in read_cases(PROGRAMS):
        if program.folder in codes:
            yield Fixable(program.folder, program)
    for code in sorted(codes):
        siblings = tuple(read_rule(RULES / book.file_of(code)))
        for program in siblings:
            if program.heading == "Example":
                yield Fixable(code, program, siblings)


def judged(fixable: Fixable, judge: Judge | None) -> tuple[Result, str]:
    """Return what the fixes make of a program, and the details; without a judge, no run."""
    program = fixable.program
    after = fixed(program.text)
    if after == program.text:
        return "no fix offered", ""
    left = check_source(after)
    if left:
        places = ", ".join(f"{found.code} at line {found.span.start.row}" for found in left)
        return "still flagged", places
    problem = mistake_in(after, fixable, judge) if judge is not None else None
    return ("right", "") if problem is None else ("wrong on TensorFlow", problem)


def mistake_in(after: str, fixable: Fixable, judge: Judge) -> str | None:
    """Return what TensorFlow says against a fixed program; None if it is right."""
    outcome = judge.run(after)
    problem = outcome.effect_shown("ok")
    if problem is not None:
        return problem
    label = fixable.program.label
    if label.effect not in ("none", "zero", "nan", "wrong"):
        return None
    if label.effect == "none" and not outcome.stuck:
        return None
    before = judge.run(fixable.program.text)
    if label.effect == "none" and before.effect_shown("ok") is not None:
        return None  # the last query showed the effect, not a variable that never moves
    truth = _truth(fixable, judge) if label.effect == "wrong" else None
    if label.effect == "wrong" and truth is None:
        is_same = before.values is not None and before.values == outcome.values
        return f"still the same numbers: {outcome.seen()}" if is_same else None
    shown = outcome.effect_shown(label.effect, truth)
    return f"still {label.effect}: {outcome.seen()}" if shown is None else None


def _truth(fixable: Fixable, judge: Judge) -> tuple[float, ...] | None:
    """Return the right numbers of a program, if its label or a remedy of its own has them."""
    program = fixable.program
    if program.label.eager_truth:
        return judge.run(EAGERLY + program.text).values
    examples = [item for item in fixable.siblings if item.heading == "Example"]
    remedies = [item for item in fixable.siblings if item.heading == "Use instead"]
    if program.label.truth is None and len(examples) == len(remedies):
        return judge.run(remedies[examples.index(program)].text).values
    return program.label.truth


def main(arguments: list[str]) -> int:
    codes = [argument for argument in arguments if argument.startswith("TFG")]
    chosen = [item for item in fixable_programs() if not codes or item.code in codes]
    counts: Counter[Result] = Counter()
    by_rule: dict[str, Counter[Result]] = defaultdict(Counter)
    with Judge(memory=Memory(Path(".pytest_cache/d/judge"))) as judge:
        for item in chosen:
            result, details = judged(item, None if "--static" in arguments else judge)
            counts[result] += 1
            by_rule[item.code][result] += 1
            if "-v" in arguments and result != "right":
                print(f"{item.program.test_id}: {result} {details}", flush=True)
    for code, rule in by_rule.items():
        others = ", ".join(f"{count} {name}" for name, count in rule.items() if name != "right")
        print(f"{code}: {rule['right']} of {rule.total()} right{', ' if others else ''}{others}")
    print(f"{counts['right']} of {counts.total()} right; {dict(counts)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
