"""What the linter finds in a program of the matrix."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.matrix.compose import Case
from tflintgrad import check, check_source


def findings_of(case: Case) -> set[str]:
    """Return the codes of the findings in all files of a program."""
    files = case.files()
    if list(files) == ["train.py"]:
        return {finding.code for finding in check_source(files["train.py"], "train.py")}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        return {finding.code for finding in check([folder])}
