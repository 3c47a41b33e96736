"""Measure what every public function does to a gradient, on the installed TensorFlow.

`python -m tools.measure_ops` rewrites rules/ops.txt and rules/measurements.txt. With an older
TensorFlow and --differences it writes what differs in that version: rules/ops-tensorflow-2.15.txt.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tools.measure_ops.files import File
    from tools.measure_ops.table import Table
    from tools.measure_ops.tasks import Plan

HERE = Path(__file__).resolve().parent
RULES = HERE.parent.parent / "rules"
OLDEST = (2, 15)


def main() -> int:
    options = _options()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    try:
        import tensorflow as tf
    except ImportError:
        print("measure_ops: TensorFlow is not installed: pip install tensorflow", file=sys.stderr)
        return 2
    version = tuple(int(part) for part in tf.__version__.split(".")[:2])
    if version < OLDEST:
        message = f"TensorFlow {tf.__version__} is too old (2.15 or newer)"
        print(f"measure_ops: {message}", file=sys.stderr)
        return 2
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    from tools.measure_ops import table, tasks

    if options.only:
        print("\n".join(table.lines_for(options.only, options.jobs, options.seconds)))
        return 0
    if options.curves:
        from tools.measure_ops.patch import patch_curves

        print(patch_curves(options.rules, options.jobs, options.seconds), "lines have a curve")
        return 0
    if options.sample is not None:
        stored = _read(options.rules / "ops.txt")
        different = table.compare(
            stored, options.sample, options.seed, options.jobs, options.seconds
        )
        print("\n".join(different) or "the table agrees with the installed TensorFlow")
        return 1 if different else 0
    records = _Records(options.records)
    plan = tasks.plan(with_python=not options.differences)
    old = records.read(options.again)
    built = table.build(plan, old, options.jobs, options.seconds, records.keep)
    print(built.summary())
    files = _older_files(built, plan, version) if options.differences else _files(built)
    if options.check:
        different = [line for file in files for line in file.compare(options.rules)]
        print("\n".join(different) or "the stored files agree with the installed TensorFlow")
        return 1 if different else 0
    for file in files:
        file.write(options.rules)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.measure_ops", description=__doc__)
    parser.add_argument("--rules", type=Path, default=RULES, help="the folder of the files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--seconds", type=float, default=120.0, help="limit for one function")
    parser.add_argument("--records", type=Path, help="keep raw records here and reuse them")
    parser.add_argument("--again", nargs="*", default=[], help="prefixes to measure anew")
    parser.add_argument(
        "--differences", action="store_true", help="write only what differs from rules/ops.txt"
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with the stored files, write nothing"
    )
    parser.add_argument(
        "--sample", type=int, metavar="N", help="measure N entries again and compare only those"
    )
    parser.add_argument(
        "--curves", action="store_true", help="measure only the fact `curve`, and patch ops.txt"
    )
    parser.add_argument("--seed", type=int, default=1, help="which entries --sample takes")
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", help="measure these, print their lines, write nothing"
    )
    return parser.parse_args()


def _files(built: Table) -> list[File]:
    from tools.measure_ops.files import File

    return [
        File("measurements.txt", "measurements", built.measurements),
        File("unclassified.txt", "unclassified", built.reasons()),
        File("ops.txt", "ops", built.lines, _measured_on()),
    ]


def _older_files(built: Table, plan: Plan, version: tuple[int, ...]) -> list[File]:
    from tools.measure_ops.datafiles import name_of
    from tools.measure_ops.differences import differences
    from tools.measure_ops.files import File

    lines = differences(_read(RULES / "ops.txt"), built.lines, plan)
    names = {name_of(line) for line in lines}
    measured = [line for line in built.measurements if line.split("\t")[0].split(" ")[0] in names]
    tail = f"-tensorflow-{version[0]}.{version[1]}.txt"
    return [
        File("measurements" + tail, "measurements", measured),
        File("unclassified" + tail, "unclassified", built.reasons()),
        File("ops" + tail, "differences", lines, _measured_on()),
    ]


def _measured_on() -> str:
    import keras
    import numpy as np
    import tensorflow as tf

    parts = f"TensorFlow {tf.__version__}, Keras {keras.__version__}, NumPy {np.__version__}"
    return f"# Measured on {parts}.\n"


def _read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


class _Records:
    """Raw records in a file, one JSON pair a line: an interrupted run can be taken up again."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def read(self, again: list[str]) -> dict[str, Any]:
        """Return the stored records, without those of the names to measure again."""
        if self.path is None or not self.path.is_file():
            return {}
        pairs = (json.loads(line) for line in _read(self.path))
        return {name: r for name, r in pairs if not name.startswith(tuple(again))}

    def keep(self, name: str, record: dict[str, Any]) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([name, record]) + "\n")


if __name__ == "__main__":
    sys.exit(main())
