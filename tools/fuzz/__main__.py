"""`python -m tools.fuzz --seconds 60 --seed 1 [--target NAME…]`; `--show TARGET SEED NUMBER`."""

from __future__ import annotations

import sys
from functools import partial

import click

from tools.fuzz.running import fuzz, summary
from tools.fuzz.target import case_of
from tools.fuzz.targets import TARGETS


@click.command()
@click.option("--seconds", default=60.0, help="How long, for all targets together.")
@click.option("--seed", default=0, help="Other seeds make other cases.")
@click.option("--target", "names", multiple=True, type=click.Choice(list(TARGETS)))
@click.option("--cases", type=int, help="At most so many cases of each target.")
@click.option("--progress", is_flag=True, help="Write progress and failures as they come.")
@click.option("--show", nargs=2, type=(str, int), help="Only print one case: TARGET NUMBER.")
def main(
    seconds: float,
    seed: int,
    names: tuple[str, ...],
    cases: int | None,
    progress: bool,
    show: tuple[str, int] | None,
) -> None:
    """Fuzz with random cases; exit with 1 after a failure."""
    if show:
        name, number = show
        case = case_of(TARGETS[name], seed, number)
        sys.stdout.buffer.write(
            case if isinstance(case, bytes) else case.encode("utf-8", "surrogatepass")
        )
        return
    chosen = [TARGETS[name] for name in names or TARGETS]
    shares = sum(target.share for target in chosen)
    report = partial(click.echo, err=True) if progress else _silent
    total = failed = 0
    for target in chosen:
        outcome = fuzz(target, seed, seconds * target.share / shares, cases, report)
        total += outcome.cases
        failed += len(outcome.failures)
        click.echo(f"{target.name}: {outcome.cases} cases, {len(outcome.failures)} failures")
        for line in summary(outcome.failures):
            click.echo(f"  {line}")
    click.echo(f"{total} cases, {failed} failures")
    sys.exit(1 if failed else 0)


def _silent(line: str) -> None:
    """Write nothing."""


if __name__ == "__main__":
    main()
