"""Stamps of import closures: which edits change the stamp of which files."""

from __future__ import annotations

from tflintgrad.project.closure_stamps import ClosureStamps

IMPORTS = {
    "main": ["helpers", "losses"],
    "helpers": ["losses"],
    "losses": [],
    "one": ["other", "losses"],
    "other": ["one"],
    "above": ["one"],
}


def stamps(outputs: dict[str, str] | None = None, **contents: str) -> dict[str, str]:
    """Return the stamps of all files where some have another content, or give other things."""
    found = ClosureStamps(
        IMPORTS.__getitem__,
        lambda path: f"{path} {contents.get(path, '')}",
        None if outputs is None else lambda path: outputs.get(path, ""),
    )
    return {path: found.of(path) for path in IMPORTS}


def differing(one: dict[str, str], other: dict[str, str]) -> set[str]:
    return {path for path in one if one[path] != other[path]}


def test_a_content_counts_for_all_importers() -> None:
    assert differing(stamps(), stamps(losses="new")) == set(IMPORTS)
    assert differing(stamps(), stamps(helpers="new")) == {"helpers", "main"}


def test_with_outputs_a_content_counts_for_the_file() -> None:
    assert differing(stamps({}), stamps({}, losses="new")) == {"losses"}


def test_an_output_counts_for_direct_importers() -> None:
    found = differing(stamps({}), stamps({"losses": "given"}, losses="new"))
    assert found == {"losses", "helpers", "main", "one", "other", "above"}
    assert differing(stamps({}), stamps({"helpers": "given"}, helpers="new")) == {"helpers", "main"}


def test_files_that_import_each_other_count_as_one() -> None:
    assert differing(stamps({}), stamps({}, other="new")) == {"one", "other", "above"}
