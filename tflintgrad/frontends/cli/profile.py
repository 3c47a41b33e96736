"""`check --profile`: print the CPU time of a run by stage, and its slowest programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tflintgrad.frontends.cli.phrases import relative, say
from tflintgrad.profiling import STAGES, START, Profile, Spent, profiling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: The number of slowest programs to list.
SLOWEST = 10


def run_profiled(run: Callable[[], int]) -> int:
    """Call `run`, print a profile of it to standard error, and return its result."""
    with profiling() as profile:
        code = run()
    sys.stdout.flush()
    for line in _lines(profile):
        say(line)
    return code


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
    for plural, singular in _NOUNS.items():
        yield f"{counts[plural]:,} {singular if counts[plural] == 1 else plural}"
    cached = counts["programs from the cache"]
    if cached:
        yield f"{cached:,} program{'s' if cached > 1 else ''} from the cache"
    elif counts["lines"]:
        yield f"{profile.spent.total * 1e6 / counts['lines']:.1f} ms per 1,000 lines"
    memory = _peak_memory()
    if memory:
        yield f"{memory:.0f} MiB at most"


def _slowest(profile: Profile) -> Iterator[str]:
    ranked = sorted(profile.programs.items(), key=lambda item: -_own(item[1]))
    yield f"{'CPU s':>8}{'steps':>11}  slowest programs"
    for path, spent in ranked[:SLOWEST]:
        yield f"{_own(spent):8.3f}{spent.counts['steps']:11,}  {relative(path)}"


def _own(spent: Spent) -> float:
    """Return the time of a program without imports, which the first program pays for all."""
    return spent.total - spent.seconds.get(START, 0.0)


def _peak_memory() -> float:
    """Return the peak memory of the largest process in MiB; 0 where it is unknown."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    processes = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    largest = max(resource.getrusage(which).ru_maxrss for which in processes)
    return largest / (2**20 if sys.platform == "darwin" else 2**10)
