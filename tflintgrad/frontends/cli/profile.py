"""`check --profile`: where the time of a run went, in words and numbers."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tflintgrad.frontends.cli.plurals import near
from tflintgrad.profiling import STAGES, START, Profile, Spent, profiling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    _Run = TypeVar("_Run", bound=Callable[..., int])

SLOWEST = 10


def profiled(run: _Run) -> _Run:
    """The same, with a breakdown on standard error at its end."""

    @functools.wraps(run)
    def measured(*arguments: Any, **options: Any) -> int:
        with profiling() as profile:
            code = run(*arguments, **options)
        sys.stdout.flush()
        print("\n".join(_lines(profile)), file=sys.stderr)
        return code

    return cast("_Run", measured)


def _lines(profile: Profile) -> Iterator[str]:
    spent = profile.spent
    workers = f" in {profile.processes} processes" if profile.processes > 1 else ""
    yield f"profile: {spent.total:.2f} s CPU{workers}, {profile.wall:.2f} s by the clock"
    yield ""
    yield f"{'stage':<28}{'CPU s':>8}{'share':>7}"
    for name in STAGES:
        seconds = spent.seconds.get(name, 0.0)
        if seconds:
            yield f"{name:<28}{seconds:8.3f}{100 * seconds / spent.total:6.1f}%"
    yield f"{'total':<28}{spent.total:8.3f}{100:6.1f}%"
    yield ""
    yield ", ".join(_counts(profile))
    if profile.programs:
        yield ""
        yield from _slowest(profile)


_NOUNS = {
    "files": "file",
    "lines": "line",
    "programs": "program",
    "modules parsed": "module parsed",
    "steps": "step",
}


def _counts(profile: Profile) -> Iterator[str]:
    counts = profile.spent.counts
    for several, one in _NOUNS.items():
        yield f"{counts[several]:,} {one if counts[several] == 1 else several}"
    remembered = counts["programs remembered"]
    if remembered:
        yield f"{remembered:,} program{'s' if remembered > 1 else ''} remembered"
    elif counts["lines"]:
        yield f"{profile.spent.total * 1e6 / counts['lines']:.1f} ms per 1,000 lines"
    memory = _peak_memory()
    if memory:
        yield f"{memory:.0f} MiB at most"


def _slowest(profile: Profile) -> Iterator[str]:
    ranked = sorted(profile.programs.items(), key=lambda item: -_own(item[1]))
    yield f"{'CPU s':>8}{'steps':>11}  slowest programs"
    for path, spent in ranked[:SLOWEST]:
        yield f"{_own(spent):8.3f}{spent.counts['steps']:11,}  {near(path)}"


def _own(spent: Spent) -> float:
    """Imports are paid by whichever program is the first."""
    return spent.total - spent.seconds.get(START, 0.0)


def _peak_memory() -> float:
    """Of the largest process, in MiB; 0 where nobody can tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    largest = max(resource.getrusage(which).ru_maxrss for which in who)
    return largest / (2**20 if sys.platform == "darwin" else 2**10)
