"""The generated corpus of the benchmark: determined by its seed, and like real code."""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.corpus import generate, module, survey, take_sample
from tests.support.command_line import tflintgrad


class TestCorpus:
    def test_the_seed_determines_it(self, tmp_path: Path) -> None:
        for name, seed in (("one", 1), ("same", 1), ("other", 2)):
            generate(tmp_path / name, 60, 40, seed)
        one, same, other = (contents(tmp_path / name) for name in ("one", "same", "other"))
        assert one == same
        assert one != other
        assert len(one) == 60

    def test_the_mix(self, tmp_path: Path) -> None:
        generate(tmp_path, 200, 30, 0, {"training": 1, "plain": 3})
        kinds = Counter(b"GradientTape" in data for data in contents(tmp_path).values())
        assert 30 < kinds[True] < 70

    @pytest.mark.parametrize("kind", ["training", "model", "plain"])
    def test_modules_are_python_of_about_the_length(self, kind: str) -> None:
        text = module(kind, 1000, random.Random(0))
        ast.parse(text)
        assert 1000 <= text.count("\n") <= 1030
        assert ("tensorflow" in text) == (kind != "plain")

    def test_gradients_get_lost_in_it(self, tmp_path: Path) -> None:
        generate(tmp_path, 10, 120, 0, {"training": 1, "model": 1})
        finished = tflintgrad("check", "--isolated", "--output-format", "json", tmp_path)
        found = Counter(finding["code"] for finding in json.loads(finished.stdout))
        assert found["TFG201"] >= 1
        assert len(found) <= 3

    def test_a_survey_counts(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_text("import tensorflow as tf\ntf.GradientTape().gradient\n")
        (tmp_path / "b.py").write_text("1\n2\n3\n")
        tree = survey([tmp_path])
        assert (tree.files, tree.lines, tree.relevant) == (2, 5, 2)
        assert tree.name == tmp_path.name

    def test_a_sample_is_spread(self, tmp_path: Path) -> None:
        generate(tmp_path / "corpus", 100, 20, 0, {"plain": 1})
        tree = take_sample([tmp_path / "corpus"], 4, tmp_path / "few")
        assert sorted(path.split("/", 1)[1] for path in contents(tmp_path / "few")) == [
            "package_000/module_00.py",
            "package_000/module_25.py",
            "package_001/module_00.py",
            "package_001/module_25.py",
        ]
        assert tree.name == "a sample of 4 files"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")}
