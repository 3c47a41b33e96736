"""Who imports a file: the words of imports say who may, and nobody else is looked at closer."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tflintgrad.engine.workspace import Workspace
from tflintgrad.project import file_summary, import_graph
from tflintgrad.project.import_graph import ImportGraph

#: Few names, so that a module, a package, a class and a folder often share one.
NAMES = st.sampled_from(["a", "b", "pkg", "sub", "__init__", "größe"])
DOTTED = st.lists(NAMES, min_size=1, max_size=3).map(".".join)
MODULES = st.tuples(st.integers(0, 3), st.one_of(st.just(""), DOTTED)).map(
    lambda pair: "." * pair[0] + pair[1] or "a"
)
STATEMENTS = st.one_of(
    DOTTED.map("import {}".format),
    st.tuples(DOTTED, NAMES).map(lambda pair: f"import {pair[0]} as {pair[1]}"),
    st.tuples(MODULES, NAMES).map(lambda pair: f"from {pair[0]} import {pair[1]}"),
    st.tuples(MODULES, NAMES, NAMES).map(
        lambda parts: f"from {parts[0]} import (\n    {parts[1]} as {parts[2]},  # why\n)"
    ),
    MODULES.map("from {} import *".format),
    MODULES.map("'''from {} import b'''".format),
    st.just("from pk g import a"),  # no Python, but something to read
    st.just("import importlib; importlib.import_module('a')"),
)
FOLDERS = st.sampled_from(["", "pkg", "pkg/sub", "sub", "src/pkg"])
PATHS = st.tuples(FOLDERS, NAMES).map(lambda pair: f"{pair[0]}/{pair[1]}.py".lstrip("/"))
PROJECTS = st.dictionaries(PATHS, st.lists(STATEMENTS, max_size=3), min_size=1, max_size=9)


def importing(file: str, paths: list[str], outlines: ImportGraph) -> set[str]:
    """The same from the outlines of all files."""
    found = {file}
    while True:
        new = {path for path in paths if found.intersection(outlines.summary(path).imports)} - found
        if not new:
            return found
        found |= new


@settings(max_examples=150, deadline=None)
@given(PROJECTS)
def test_the_same_as_from_all_outlines(project: dict[str, list[str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        (root / "pyproject.toml").touch()
        for path, statements in project.items():
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("\n".join(statements), encoding="utf-8")
        paths = [str(root / path) for path in project]
        everything = Workspace({}).import_graph
        several = Workspace({}).import_graph
        for path in paths:
            expected = importing(path, paths, everything)
            assert Workspace({}).import_graph.transitive_importers([path], paths) == expected
            # What was found out for one file is right for the next.
            assert several.transitive_importers([path], paths) == expected


def test_only_those_who_may_import_it_are_outlined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").touch()
    for number in range(50):
        text = f"import module_{number + 1}\nfrom package.module import thing\n"
        (tmp_path / f"module_{number}.py").write_text(text, encoding="utf-8")
    outlined: set[str] = set()
    make = file_summary.facts_in

    def watched(data: bytes, *, notebook: bool) -> file_summary.Facts:
        outlined.add(data.decode().split()[1])
        return make(data, notebook=notebook)

    monkeypatch.setattr(import_graph, "facts_in", watched)
    paths = [str(path) for path in tmp_path.glob("*.py")]
    target = str(tmp_path / "module_3.py")
    found = Workspace({}).import_graph.transitive_importers([target], paths)
    assert found == {str(tmp_path / f"module_{number}.py") for number in range(4)}
    assert outlined == {"module_1", "module_2", "module_3"}  # as their imports call the next
