"""Regenerate rules/ops.txt from the installed TensorFlow: `python -m tools.measure_ops`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.measure_ops", description=__doc__)
    parser.add_argument("--output", type=Path, default=REPOSITORY / "rules" / "ops.txt")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for one function")
    parser.add_argument("--records", type=Path, help="keep raw records here and reuse them")
    parser.add_argument("--no-measuring", action="store_true", help="only from kept records")
    parser.add_argument("--again", nargs="*", default=[], help="prefixes to measure anew")
    parser.add_argument(
        "--compare", type=int, metavar="N", help="measure N entries again and compare; 0: all"
    )
    parser.add_argument("--seed", type=int, default=1, help="which entries --compare takes")
    parser.add_argument(
        "--unclassified",
        type=Path,
        default=Path(__file__).resolve().parent / "unclassified.txt",
        help="names without a class, with the reason",
    )
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    try:
        import tensorflow as tf
    except ImportError:
        print("measure_ops: TensorFlow is not installed: pip install tensorflow", file=sys.stderr)
        return 2
    if tuple(int(part) for part in tf.__version__.split(".")[:2]) < (2, 15):
        print(
            f"measure_ops: TensorFlow {tf.__version__} is too old (2.15 or newer)", file=sys.stderr
        )
        return 2
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    from tools.measure_ops import datafiles, surface, table
    from tools.measure_ops.write import write

    if options.compare is not None:
        stored = options.output.read_text(encoding="utf-8").splitlines()
        different = table.compare(
            stored, options.compare, options.seed, options.jobs, options.seconds
        )
        print("\n".join(different) or "the table agrees with the installed TensorFlow")
        return 1 if different else 0
    old = _read_records(options.records, options.again) if options.records else {}

    def keep(name: str, record: dict[str, Any]) -> None:
        if options.records:
            with options.records.open("a", encoding="utf-8") as file:
                file.write(json.dumps([name, record], sort_keys=True) + "\n")

    if options.no_measuring:
        built = table.assemble(surface.public_functions(), datafiles.recipes(), old)
    else:
        built = table.build(old, options.jobs, options.seconds, keep)
    write(options.output, built.lines)
    text = "".join(f"{name}: {why}\n" for name, why in sorted(built.unclassified.items()))
    options.unclassified.write_text(text, encoding="utf-8")
    print(built.summary())
    return 0


def _read_records(path: Path, again: list[str]) -> dict[str, Any]:
    """The records of an earlier run, one JSON pair a line, without those to be measured anew."""
    records: dict[str, Any] = {}
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            name, record = json.loads(line)
            records[name] = record
    return {name: r for name, r in records.items() if not name.startswith(tuple(again))}


if __name__ == "__main__":
    sys.exit(main())
