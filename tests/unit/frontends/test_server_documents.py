"""Texts in the place of files, as the language server checks them; and how it keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad import Settings
from tflintgrad.engine import analyze_program
from tflintgrad.engine.cache.memory_cache import MemoryCache
from tflintgrad.engine.check_in_memory import check_texts
from tflintgrad.frontends.server.check_snapshot import Snapshot, Superseded, check_snapshot
from tflintgrad.frontends.server.documents import Document
from tflintgrad.frontends.server.open_files import OpenFile, OpenText
from tflintgrad.source.notebook import CodeCell, assemble

TRAIN = CLEAN.replace("import", "from losses import f\nimport", 1).replace("x * 2.0", "f(x)")
GOOD = "def f(x):\n    return x * 2.0\n"
BAD = "def f(x):\n    return x.numpy() * 2.0\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "train.py").write_text(TRAIN)
    (tmp_path / "losses.py").write_text(GOOD)
    return tmp_path


class TestCheckTexts:
    def codes(self, texts: dict[Path, str], *files: Path) -> dict[str, list[str]]:
        wanted = [str(path) for path in files] or None
        results = check_texts({str(path): text for path, text in texts.items()}, files=wanted)
        return {Path(item.path).name: [f.code for f in item.findings] for item in results}

    def test_one_text_counts_for_another(self, project: Path) -> None:
        train, losses = project / "train.py", project / "losses.py"
        assert self.codes({train: TRAIN, losses: GOOD}) == {"train.py": [], "losses.py": []}
        assert self.codes({losses: BAD}) == {"losses.py": ["TFG201"]}
        assert self.codes({losses: BAD}, train) == {"train.py": [], "losses.py": ["TFG201"]}
        assert self.codes({train: CLEAN, losses: BAD}) == {"train.py": [], "losses.py": []}

    def test_files_are_left_alone(self, project: Path) -> None:
        self.codes({project / "losses.py": BAD})
        assert (project / "losses.py").read_text() == GOOD

    def test_notebook(self, project: Path) -> None:
        notebook = assemble([CodeCell(1, "from losses import f\n"), CodeCell(3, TRAIN)])
        path, losses = str(project / "study.ipynb"), str(project / "losses.py")
        own, other = check_texts({path: notebook, losses: BAD})
        assert own.findings == ()
        (finding,) = other.findings
        assert {spot.cell for spot in finding.queries} == {None, 3}

    def test_progress_may_end_it(self, project: Path) -> None:
        told: list[tuple[int, int, str]] = []

        def stop(done: int, total: int, name: str) -> None:
            told.append((done, total, Path(name).name))
            raise StopAsyncIteration

        with pytest.raises(StopAsyncIteration):
            check_texts({str(project / "train.py"): TRAIN}, Settings(), progress=stop)
        assert told == [(0, 1, "train.py")]


class TestSnapshot:
    def test_a_crash_costs_only_its_file(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = analyze_program.analyze_program

        def analyze(program: analyze_program.Program) -> analyze_program.Analysis:
            if program.filename.endswith("bad.py"):
                raise RecursionError("too deep")
            return real(program)

        monkeypatch.setattr(analyze_program, "analyze_program", analyze)
        pages = {
            str(project / name): OpenText((project / name).as_uri(), 1, "python", NUMPY_ESCAPE)
            for name in ("bad.py", "good.py")
        }
        files = {path: OpenFile(path, page) for path, page in pages.items()}
        snapshot = Snapshot(files, {}, (), PositionCodec(), related=True)
        results = check_snapshot(snapshot, MemoryCache(), lambda: False)
        found = [[item.finding.code for item in placed] for placed in results.findings.values()]
        assert found == [[], ["TFG201"]]
        (warning,) = results.warnings
        assert warning.endswith("bad.py: analysis failed: RecursionError: too deep")
        with pytest.raises(Superseded):
            check_snapshot(snapshot, MemoryCache(), lambda: True)


class TestMemory:
    def test_only_what_changed_is_analysed(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        analysed: list[str] = []

        def analyze(program: analyze_program.Program) -> analyze_program.Analysis:
            analysed.append(Path(program.filename).name)
            return real(program)

        real = analyze_program.analyze_program
        monkeypatch.setattr(analyze_program, "analyze_program", analyze)
        memory = MemoryCache()
        train, losses, other = (str(project / f"{n}.py") for n in ("train", "losses", "other"))

        def codes(losses_text: str, other_text: str = NUMPY_ESCAPE) -> list[str]:
            texts = {train: TRAIN, losses: losses_text, other: other_text}
            results = check_texts(texts, memory=memory)
            return [finding.code for result in results for finding in result.findings]

        assert codes(GOOD) == ["TFG201"]
        assert analysed == ["other.py", "train.py"]
        assert codes(BAD) == ["TFG201", "TFG201"]
        assert analysed == ["other.py", "train.py", "train.py"]
        assert codes(BAD, CLEAN) == ["TFG201"]
        assert codes(BAD, CLEAN) == ["TFG201"]
        assert analysed == ["other.py", "train.py", "train.py", "other.py"]

    def test_a_module_that_appears(self, project: Path) -> None:
        (project / "losses.py").unlink()
        memory = MemoryCache()
        texts = {str(project / "train.py"): TRAIN}
        (result,) = check_texts(texts, memory=memory)
        assert result.findings == ()
        (project / "losses.py").write_text(BAD)
        _, losses = check_texts(texts, memory=memory)
        assert [finding.code for finding in losses.findings] == ["TFG201"]


LINE_ENDS = ("\r\n", "\r", "\n")
CHARACTERS = st.sampled_from(["a", "é", "語", "🎉", "\t", "\x0c", "\u2028", "\x85"])
TEXTS = st.lists(
    st.tuples(st.text(CHARACTERS, max_size=4), st.sampled_from(LINE_ENDS)), max_size=5
).map(lambda lines: "".join(line + end for line, end in lines))
WIDTHS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def position_of(text: str, offset: int, encoding: str) -> types.Position:
    """Counted from the front, in the simplest way."""
    line, start, at = 0, 0, 0
    while at < offset:
        width = 2 if text[at : at + 2] == "\r\n" else 1
        if text[at] in "\r\n" and at + width <= offset:
            line, start = line + 1, at + width
        at += width
    codec, size = WIDTHS[encoding]
    return types.Position(line, len(text[start:offset].encode(codec)) // size)


class TestDocuments:
    @settings(max_examples=200, deadline=None)
    @given(TEXTS, TEXTS, st.sampled_from(sorted(WIDTHS)), st.data())
    def test_edits_go_where_the_client_means(
        self, text: str, new: str, encoding: str, data: st.DataObject
    ) -> None:
        # Nobody can point between the two characters of a line end.
        locations = [at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n"]
        ends = st.sampled_from(locations)
        start, end = sorted((data.draw(ends), data.draw(ends)))
        document = Document("file:///a.py", text, 1, position_codec=PositionCodec(encoding))
        span = types.Range(position_of(text, start, encoding), position_of(text, end, encoding))
        document.apply_change(types.TextDocumentContentChangePartial(span, new))
        assert document.source == text[:start] + new + text[end:]

    def test_beyond_everything(self) -> None:
        document = Document("file:///a.py", "ab\ncd", 1)
        beyond = types.Range(types.Position(1, 99), types.Position(99, 99))
        document.apply_change(types.TextDocumentContentChangePartial(beyond, "!"))
        assert document.source == "ab\ncd!"
        first = types.Range(types.Position(0, 99), types.Position(0, 99))
        document.apply_change(types.TextDocumentContentChangePartial(first, "?"))
        assert document.source == "ab?\ncd!"
