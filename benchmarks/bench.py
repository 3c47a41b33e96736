"""Measure the speed of tflintgrad beside the installed linters.

    python benchmarks/bench.py [DIRECTORY ...]

Nothing is fetched. Without a directory, a corpus is generated. Whatever is compared takes turns,
each time in a new process; ratios are those within a round, and hold on any machine.
"""

from __future__ import annotations

import argparse
import platform
import shlex
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.bars import bars  # noqa: E402
from benchmarks.corpus import MIX, Tree, generate, survey  # noqa: E402
from benchmarks.page import page  # noqa: E402
from benchmarks.parts import PARTS, STAGES, Bench, stages  # noqa: E402
from benchmarks.peers import NoSuchTool, installed, prepare  # noqa: E402
from benchmarks.plot import draw  # noqa: E402
from benchmarks.processes import MEASURES_CPU  # noqa: E402
from benchmarks.results import Results, Table, load, save  # noqa: E402
from benchmarks.text import bar_cells, cells_of, for_terminal  # noqa: E402
from tflintgrad.engine.cpu_count import default_jobs  # noqa: E402

STORED = ROOT / "benchmarks" / "results.json"
DOCS = ROOT / "docs"
NO_CPU_TIME = "CPU time cannot be told on this system: it is time by the clock"


def parser() -> argparse.ArgumentParser:
    about = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = about.add_argument
    add("directories", type=Path, nargs="*", metavar="DIRECTORY", help="what to check")
    add("--files", type=_positive, default=400, help="files of a generated corpus (400)")
    add("--lines", type=_positive, default=200, help="lines of each, about (200)")
    add("--mix", type=_mix, default=MIX, metavar="KIND=SHARE,…", help=f"of files ({_shown(MIX)})")
    add("--seed", type=int, default=0, help="another one gives another corpus (0)")
    add("--rounds", type=_positive, default=3, help="how often each is run (3)")
    add("--sample", type=_positive, default=100, help="files for the slow peers (100)")
    add("--max-lines", type=_positive, default=100_000, help="of the file that grows (100000)")
    add("--max-files", type=_positive, default=10_000, help="of the tree that grows (10000)")
    every = ",".join([*PARTS, STAGES])
    add("--only", type=_parts, default=every, metavar="PART,…", help=f"of {every}")
    add("--tool", action="append", default=[], type=_tool, metavar="NAME=PATH", help="a peer")
    add("--json", type=Path, metavar="FILE", help="store the results there, too")
    keeping = "what is not measured now stays, unless the machine or a version is another one"
    add("--docs", action="store_true", help=f"write docs/speed.md and its picture; {keeping}")
    add("--redraw", action="store_true", help="measure nothing: write docs/ from what is stored")
    return about


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def _mix(text: str) -> dict[str, int]:
    try:
        found = {kind: int(share) for kind, share in (part.split("=") for part in text.split(","))}
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not like {_shown(MIX)}") from None
    if not set(found) <= set(MIX) or min(found.values()) < 0 or not sum(found.values()):
        raise argparse.ArgumentTypeError(f"{text!r} is not like {_shown(MIX)}")
    return found


def _shown(mix: dict[str, int]) -> str:
    return ",".join(f"{kind}={share}" for kind, share in mix.items())


def _parts(text: str) -> list[str]:
    wanted = text.split(",")
    for part in wanted:
        if part not in PARTS and part != STAGES:
            raise argparse.ArgumentTypeError(f"{part!r} is none of {', '.join([*PARTS, STAGES])}")
    return wanted


def _tool(text: str) -> tuple[str, str]:
    name, equals, path = text.partition("=")
    if not equals or not path:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=PATH")
    return name.lower(), path


def main() -> None:
    about = parser()
    arguments = about.parse_args()
    if arguments.redraw:
        _write_docs(load(STORED))
        return
    for folder in arguments.directories:
        if not folder.is_dir():
            about.error(f"{folder}: is no directory")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name).resolve()
        prepare(scratch)
        try:
            tools, missing = installed(dict(arguments.tool), scratch)
        except NoSuchTool as problem:
            about.error(str(problem))
        results = Results(
            machine=_machine(),
            versions={"Python": platform.python_version(), **{t.name: t.version for t in tools}},
            missing=tuple(missing),
            remarks=() if MEASURES_CPU else (NO_CPU_TIME,),
        )
        _print_head(results)
        folders, tree = _corpus(arguments, scratch)
        if not tree.lines:
            about.error(f"{tree.name}: no Python files")
        bench = Bench(
            tree,
            folders,
            tools,
            scratch,
            arguments.rounds,
            arguments.seed,
            arguments.sample,
            arguments.max_lines,
            arguments.max_files,
            _command(arguments),
        )
        results = _measured(bench, results, arguments)
    _print_goals(results)
    if arguments.docs:
        _write_docs(load(STORED))


def _corpus(arguments: argparse.Namespace, scratch: Path) -> tuple[list[Path], Tree]:
    """Return the folders to measure on, and their survey: the user's own, or generated ones."""
    folders: list[Path] = arguments.directories
    if folders:
        return folders, survey(folders)
    folders = [scratch / "corpus"]
    generate(folders[0], arguments.files, arguments.lines, arguments.seed, arguments.mix)
    return folders, survey(folders, f"a generated corpus ({_shown(arguments.mix)})")


def _print_goals(results: Results) -> None:
    """Print which goals are met, as far as they were measured."""
    found = bars(results)
    if found:
        _print_title("Goals", "")
        plain = [[cell.strip("*").replace("`", "") for cell in row] for row in bar_cells(found)]
        print("\n".join(for_terminal(plain)))


def _measured(bench: Bench, results: Results, arguments: argparse.Namespace) -> Results:
    """Part by part; each is stored at once, so that a long run that ends early was not in vain."""
    if arguments.docs and STORED.exists():
        stored = load(STORED)
        versions = stored.versions | results.versions
        if stored.machine == results.machine and versions == results.versions | stored.versions:
            results = replace(
                results,
                tables=stored.tables,
                stages=stored.stages,
                versions=versions,
                missing=tuple(name for name in results.missing if name not in versions),
            )
    for part in arguments.only:
        if part == STAGES:
            results = replace(results, stages=stages(bench))
            _print_title("Where the time goes", "")
            print(results.stages, flush=True)
        else:
            table = PARTS[part](bench)
            results = replace(results, tables=_with(results.tables, table))
            _print_table(table)
        for path in (arguments.json, STORED if arguments.docs else None):
            if path is not None:
                save(results, path)
    return results


def _with(tables: tuple[Table, ...], table: Table) -> tuple[Table, ...]:
    """Return the tables with `table` added or replaced, in the order of the parts."""
    kept = {item.key: item for item in tables} | {table.key: table}
    return tuple(kept[key] for key in PARTS if key in kept)


def _write_docs(results: Results) -> None:
    (DOCS / "speed.md").write_text(page(results), encoding="utf-8")
    (DOCS / "speed.svg").write_text(draw(results), encoding="utf-8")


def _command(arguments: argparse.Namespace) -> str:
    """Return the command line without paths of this machine."""
    own, values = parser(), vars(arguments)
    words = ["python", "benchmarks/bench.py"]
    for name in ("files", "lines", "seed", "rounds", "sample", "max_lines", "max_files"):
        if values[name] != own.get_default(name):
            words += [f"--{name.replace('_', '-')}", str(values[name])]
    return shlex.join([*words, *(folder.resolve().name for folder in arguments.directories)])


def _machine() -> str:
    return f"{_processor()}, {default_jobs()} cores, {platform.system()}"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _print_head(results: Results) -> None:
    print(results.machine)
    print(", ".join(f"{name} {version}" for name, version in results.versions.items()))
    if results.missing:
        print(f"missing, and not measured: {', '.join(results.missing)}")
    for remark in results.remarks:
        print(remark)
    sys.stdout.flush()


def _print_title(title: str, about: str) -> None:
    print(f"\n{title}\n{'-' * len(title)}")
    if about:
        print(about)


def _print_table(table: Table) -> None:
    _print_title(table.title, table.about)
    print("\n".join(for_terminal(cells_of(table))))
    for note in table.notes:
        print(note)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
