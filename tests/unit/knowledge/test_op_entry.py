"""The reader of the op table: lines, aliases, conditions, versions; and that it is fast."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tflintgrad.knowledge import op_table
from tflintgrad.knowledge.op_entry import Op, parse

SMALL = """\
# a head, in no particular order
# another line
keras.ops.exp(x:flow) | shape=elementwise
np.*(*args:leaves, **kwargs:leaves) -> ndarray
np.shape(a:shape) -> object
tf.argmax(input:none, axis:select, output_type, name) -> int
tf.cast(x:flow, dtype, name) | shape=elementwise | when dtype=int: x:none -> int
tf.compat.v1.* = tf.*
tf.image.adjust_hue(image:raises.LookupError, delta, name)
tf.image.resize(images:flow, size, method) | when method=area/box: images:raises.LookupError
tf.keras.* = keras.*
tf.loop = tf.loop2
tf.loop2 = tf.loop
tf.map_fn(fn, elems:flow, back_prop) | when back_prop=False, mode=traced: elems:lost
tf.math.argmax = tf.argmax
tf.meshgrid(*args:flow, indexing, **kwargs) -> list
tf.nn.top_k(input:flow, k:select, sorted) -> (values:flow, indices:int)
tf.py_function(func, inp:flow, Tout) | mode=traced: *:zero
tf.sqrt(x:flow, name) | masked=ok shape=elementwise singular=x:0/-1
"""


def _table(*texts: str) -> op_table.OpTable:
    return op_table.OpTable(tuple(op_table.SortedLines(text.encode()) for text in texts))


class TestReader:
    """On a table of a dozen lines."""

    table = _table(SMALL)

    def op(self, name: str) -> Op:
        found = self.table.lookup(name)
        assert found is not None, f"{name} has no line"
        return found

    def test_unknown_names_have_no_entry(self) -> None:
        for name in ("tf.arg", "tf.argmax2", "tf", "", "zzz.zzz", "tf.math", "a.b"):
            assert self.table.lookup(name) is None

    def test_classes_by_position_and_by_keyword(self) -> None:
        op = self.op("tf.argmax")
        assert [op.effect_of(i) for i in range(4)] == ["none", "select", "", ""]
        assert op.effect_of(None, "input") == "none"
        assert op.result == "int"

    def test_arguments_the_table_does_not_know_count_as_flow(self) -> None:
        assert self.op("tf.argmax").effect_of(9) == "flow"
        assert self.op("tf.argmax").effect_of(None, "new_in_some_version") == "flow"

    def test_an_alias_leads_to_the_canonical_entry(self) -> None:
        assert self.op("tf.math.argmax") == self.op("tf.argmax")
        assert self.op("tf.math.argmax").name == "tf.argmax"

    def test_wildcard_aliases_keep_the_rest_of_the_name(self) -> None:
        assert self.op("tf.keras.ops.exp").name == "keras.ops.exp"
        assert self.op("tf.compat.v1.keras.ops.exp").name == "keras.ops.exp"
        assert self.table.lookup("tf.keras.ops.nothing") is None

    def test_an_alias_that_leads_in_a_circle_ends(self) -> None:
        assert self.table.lookup("tf.loop") is None

    def test_wildcards_cover_what_has_no_line_of_its_own(self) -> None:
        assert self.op("np.linalg.norm").effect_of(0) == "leaves"
        assert self.op("np.linalg.norm").effect_of(None, "x") == "leaves"
        assert self.op("np.linalg.norm").name == "np.linalg.norm"
        assert self.op("np.shape").effect_of(0) == "shape"

    def test_variadic_arguments(self) -> None:
        op = self.op("tf.meshgrid")
        assert [op.effect_of(i) for i in (0, 1, 7)] == ["flow"] * 3
        assert op.effect_of(None, "indexing") == ""
        assert op.arguments[0].variadic

    def test_results_of_tuples(self) -> None:
        op = self.op("tf.nn.top_k")
        assert op.result == "tuple"
        assert [(r.name, r.effect) for r in op.results] == [("values", "flow"), ("indices", "int")]

    def test_exceptions_and_facts(self) -> None:
        hue = self.op("tf.image.adjust_hue")
        assert hue.effect_of(0) == "raises"
        assert hue.facts["raises"] == hue.exception_of() == "LookupError"
        assert dict(self.op("tf.sqrt").facts) == {
            "masked": "ok",
            "shape": "elementwise",
            "singular": "x:0/-1",
        }

    def test_conditions_on_what_is_known_statically(self) -> None:
        cast = self.op("tf.cast")
        assert cast.effect_of(0) == "flow"
        assert cast.effect_of(0, None, {"dtype": "int"}) == "none"
        assert cast.result_of({"dtype": "int"}) == "int"
        assert cast.result_of({"dtype": "float"}) == "float"
        resize = self.op("tf.image.resize")
        assert resize.effect_of(0, None, {"method": "box"}) == "raises"
        assert resize.exception_of({"method": "area"}) == "LookupError"
        assert resize.exception_of() == ""

    def test_all_conditions_of_a_clause_must_hold(self) -> None:
        map_fn = self.op("tf.map_fn")
        assert map_fn.effect_of(1, None, {"back_prop": "False"}) == "flow"
        assert map_fn.effect_of(1, None, {"back_prop": "False", "mode": "traced"}) == "lost"

    def test_a_star_in_a_clause_means_every_argument_with_a_class(self) -> None:
        op = self.op("tf.py_function")
        assert op.effect_of(1, None, {"mode": "traced"}) == "zero"
        assert op.effect_of(0, None, {"mode": "traced"}) == ""

    def test_its_contents(self) -> None:
        contents = self.table.contents()
        assert contents["tf.argmax"] is None
        assert contents["tf.math.argmax"] == "tf.argmax"
        assert contents["tf.keras.*"] == "keras.*"
        assert not any(name.startswith("#") for name in contents)

    def test_only_lines_that_are_asked_for_are_parsed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parsed: list[str] = []

        def watched(line: str, name: str | None) -> Op:
            parsed.append(line)
            return parse(line, name)

        monkeypatch.setattr(op_table, "parse", watched)
        table = _table(SMALL)
        for name in ("tf.argmax", "tf.argmax", "tf.math.argmax", "tf.nothing"):
            table.lookup(name)
        assert parsed == [line for line in SMALL.splitlines() if line.startswith("tf.argmax(")] * 2

    @given(st.data())
    def test_every_line_of_any_sorted_file_is_found(self, data: st.DataObject) -> None:
        words = st.text("ab._*", min_size=1, max_size=6)
        names = data.draw(st.sets(words, max_size=30))
        lines = sorted(f"{n}{data.draw(st.sampled_from(['(x:flow)', ' = a']))}" for n in names)
        file = op_table.SortedLines("\n".join(["# head", *lines]).encode())
        for line in lines:
            name = line.partition("(")[0].partition(" ")[0]
            assert file.find(name) == line
            assert line in list(file.starting_with(name))
        missing = data.draw(words)
        if missing not in names:
            assert file.find(missing) is None


class TestVersions:
    """An older version is the newest one with some lines replaced, added or gone."""

    older = """\
# Measured on TensorFlow 2.15.1, Keras 2.15.0, NumPy 1.26.4.
keras.old(x:lost)
keras.ops.exp = -
tf.argmax(input:zero)
tf.math.argmin = tf.argmax
"""
    table = _table(older, SMALL)

    def test_replaced_added_and_gone(self) -> None:
        assert [a.effect for a in self.found("tf.argmax").arguments] == ["zero"]
        assert self.found("tf.math.argmax") == self.found("tf.math.argmin")
        assert self.found("keras.old").effect_of(0) == "lost"
        assert self.table.lookup("keras.ops.exp") is None
        assert self.found("tf.cast") == _table(SMALL).lookup("tf.cast")

    def test_its_contents(self) -> None:
        contents = self.table.contents()
        assert "keras.ops.exp" not in contents
        assert contents.keys() >= {"keras.old", "tf.math.argmin", "tf.cast"}

    def test_keras_2_beside_a_newer_tensorflow(self) -> None:
        mixed = op_table.OpTable((op_table.SortedLines(SMALL.encode()),), keras=self.table)
        assert mixed.is_keras_2
        assert not _table(SMALL).is_keras_2
        assert mixed.lookup("keras.ops.exp") is None
        assert mixed.lookup("tf.keras.old") == self.table.lookup("keras.old")
        assert mixed.lookup("tf.argmax") == _table(SMALL).lookup("tf.argmax")

    def found(self, name: str) -> Op:
        op = self.table.lookup(name)
        assert op is not None
        return op

    @pytest.mark.parametrize("version", ["2.14", "1.15.5", "two", "", "2", "2.x"])
    def test_versions_that_nobody_measured(self, version: str) -> None:
        with pytest.raises(op_table.UnknownVersion, match=r"older than 2\.15|not a version"):
            op_table.check_version(version)

    @pytest.mark.parametrize("version", ["2.15", "2.15.1", "2.16.0rc1", "2.21", "2.99", "3.0"])
    def test_versions_that_have_a_table(self, version: str) -> None:
        op_table.check_version(version)
        is_old = version.startswith("2.15")
        assert op_table.op_table(version).is_keras_2 is is_old
        assert ("Keras 2." in op_table.measured_on(version)) is is_old


def test_the_table_is_sorted_and_every_line_can_be_read() -> None:
    lines = op_table.rules_file("ops.txt").read_text(encoding="utf-8").splitlines()
    body = [line for line in lines if not line.startswith("#")]
    assert body == sorted(body)
    assert lines[: len(lines) - len(body)] == [line for line in lines if line.startswith("#")]
    effects = {"", "flow", "none", "zero", "lost", "raises", "detach", "leaves", "shape", "select"}
    for version in ("", "2.15"):
        table = op_table.op_table(version)
        for name, alias in table.contents().items():
            if "*" not in name:
                op = table.lookup(name)
                assert op is not None or alias is not None, name
                assert op is None or {a.effect for a in op.arguments} <= effects, name


def test_loading_is_cheap() -> None:
    """Best of five, because the machine may be busy; the bar is 5 ms."""

    def load() -> float:
        op_table._table.cache_clear()
        start = time.perf_counter()
        op_table.lookup("tf.argmax")
        return time.perf_counter() - start

    assert min(load() for _ in range(5)) < 0.005
