"""`--output-format html`: one page, whole and harmless."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.html_report import demo, escape_result, html
from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad import check_files
from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding, Location, Span, Spot, Step, Verification
from tflintgrad.engine.check_in_memory import check_bytes, check_text
from tflintgrad.engine.file_result import FileResult
from tflintgrad.knowledge.rules import RULE_PAGES
from tflintgrad.output.html import source_listing

OWN_ELEMENTS = """
    a article aside b body br code desc div figure form g h1 h2 h3 h4 head header html input li main
    mark meta ol option output p path pre rect script section select small span style svg text title
    tspan ul
"""
OWN_ATTRIBUTES = """
    aria-label aria-labelledby autocomplete charset class content d data-field data-file data-rule
    data-severity for height hidden href http-equiv id lang name placeholder rel role rx spellcheck
    tabindex text-anchor title transform type value viewbox width x y
"""


class Page(HTMLParser):
    """What a browser would make of it, as far as these tests ask."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[str] = []
        self.contents: dict[str, str] = {}
        self._last = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1
        self.attributes += [(tag, key, value or "") for key, value in attrs]
        self._last = tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self._last in ("style", "script"):
            self.contents[self._last] = data
        self._last = ""

    def all(self, key: str) -> list[str]:
        return [value for _, name, value in self.attributes if name == key]

    @property
    def text(self) -> str:
        return "".join(self.texts)


@pytest.fixture
def page() -> Page:
    return Page(demo())


class TestPage:
    def test_findings_paths_and_pictures(self, page: Page) -> None:
        classes = Counter(page.all("class"))
        assert classes["finding error"] == page.elements["figure"] == 4
        assert page.elements["ol"] == 3  # an overwritten total has no path
        assert classes["tg"] == page.elements["svg"] == 4
        assert "TFG201" in page.text
        assert "TensorFlow raises AttributeError" in page.text

    def test_all_links_lead_somewhere(self, page: Page) -> None:
        names = page.all("id")
        assert len(names) == len(set(names))
        inner = [link for link in page.all("href") if link.startswith("#")]
        assert {link[1:] for link in inner} <= set(names)
        assert len(inner) > 30

    def test_steps_lead_to_their_lines(self, page: Page) -> None:
        lines = (ROOT / "examples/demo_project/layers.py").read_text(encoding="utf-8").splitlines()
        row = lines.index("        best = tf.argmax(scores, axis=-1)") + 1
        found = re.search(rf'<li class="cut">.*?href="#(s\d+-{row})"', demo())
        assert found is not None
        (line,) = re.findall(
            rf'<span class="line hit" id="{found[1]}">(.*?)</span></span>', demo(), re.S
        )
        assert "argmax" in line

    def test_nothing_is_loaded(self, page: Page) -> None:
        """Not a byte: no fonts, no images, no scripts; and the browser is told to refuse them."""
        assert not {"link", "img", "iframe", "object", "embed", "base"} & set(page.elements)
        outer = [(tag, value) for tag, _, value in page.attributes if "//" in value]
        assert {tag for tag, _ in outer} == {"a"}
        assert all(value.startswith(RULE_PAGES) for _, value in outer)
        style, script = page.contents["style"], page.contents["script"]
        assert not re.search(r"url\(|@import|@font-face", style)
        assert not re.search(r"fetch|XMLHttp|import\(|https?:|eval|innerHTML", script)
        policy = next(value for _, key, value in page.attributes if value.startswith("default-src"))
        for part in (style, script):
            digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy

    def test_it_is_whole_without_the_script(self, page: Page) -> None:
        """Only the controls, which need it, and the remark that nothing matches are hidden."""
        hidden = [tag for tag, key, _ in page.attributes if key == "hidden"]
        assert sorted(hidden) == ["form", "p"]

    @pytest.mark.skipif(find_spec("html5lib") is None, reason="html5lib is not installed")
    def test_a_strict_reader_has_no_complaint(self) -> None:
        import html5lib

        html5lib.HTMLParser(strict=True).parse(demo())

    def test_the_same_every_time(self) -> None:
        results = list(check_files([str(ROOT / "examples" / "demo_project" / "layers.py")]))
        assert html(*results) == html(*results)

    def test_nothing_found(self) -> None:
        page = Page(html(FileResult("a.py"), FileResult("b.py")))
        assert "no gradient problems in 2 files" in page.text
        assert not {"article", "form", "figure", "pre"} & set(page.elements)

    def test_remarks(self) -> None:
        results = (
            FileResult("a.py", warnings=("a.py:1: <odd>",)),
            FileResult("b.py", error="b.py: gone"),
        )
        page = Page(html(*results))
        assert "a.py:1: <odd>" in page.texts
        assert "b.py: gone" in page.texts


class TestContent:
    def test_text_that_was_never_saved(self) -> None:
        page = Page(html(escape_result(filename="unsaved.py")))
        assert page.elements["figure"] == 1
        assert page.all("data-file") == ["unsaved.py"]

    def test_another_version_of_tensorflow(self) -> None:
        result = check_text(NUMPY_ESCAPE, "train.py", Settings(tensorflow_version="2.15"))
        assert result.tensorflow_version == "2.15"
        assert Page(html(result)).elements["figure"] == 1

    def test_verdicts(self) -> None:
        result = escape_result()
        verification = Verification(
            "confirmed", "it gives `None`", evidence="program", device="cpu:0", expected=2.0
        )
        judged = tuple(replace(finding, verification=verification) for finding in result.findings)
        page = Page(html(replace(result, findings=judged)))
        assert "confirmed by running the program on cpu:0" in page.text
        assert "(tape: None, expected: 2)" in page.text
        assert "1 problem in 1 of 1 file, 1 confirmed" in page.text
        assert "verdict confirmed" in page.all("class")

    def test_notebooks(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        first, second = NUMPY_ESCAPE.split("with ")
        cells = [{"cell_type": "code", "source": part} for part in (first, "with " + second)]
        (tmp_path / "nb.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}))
        monkeypatch.chdir(tmp_path)
        for results in (
            list(check_files(["nb.ipynb"])),
            check_bytes(Path("nb.ipynb").read_bytes(), "nb.ipynb"),
        ):
            page = Page(html(*results))
            assert page.elements["figure"] == 1
            assert "nb.ipynb:cell 2:2:21" in page.texts
            assert {"cell 1", "cell 2"} <= set(page.texts)

    def test_paths_across_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("pyproject.toml").write_text("")
        Path("losses.py").write_text("def loss(x):\n    return x.numpy()\n")
        program = NUMPY_ESCAPE.replace("tf.constant(x.numpy())", "tf.constant(losses.loss(x))")
        Path("train.py").write_text("import losses\n" + program)
        page = Page(html(*check_files(["."])))
        assert page.elements["section"] == 2
        assert page.elements["figure"] == 1
        assert "train.py:4" in page.text

    def test_of_long_files_only_the_parts_that_matter(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(source_listing, "WHOLE", 100)
        monkeypatch.setattr(source_listing, "AROUND", 10)
        blank = "x0 = 0\n" * 60
        text = html(escape_result(blank + NUMPY_ESCAPE + blank))
        listing = text[text.index("<aside") :]
        # From ten lines before the source to ten lines after the query.
        rows = [int(row) for row in re.findall(r'id="s1-(\d+)"', listing)]
        assert rows == list(range(60 + 3 - 10, 60 + 6 + 10 + 1))
        texts = Page(listing).texts
        assert "… 52 more lines" in texts
        assert "… 50 more lines" in texts

    def test_a_file_that_is_no_python(self) -> None:
        result = check_text("import tensorflow as tf\nx = (\n", "broken.py")
        page = Page(html(result))
        assert "TFG000" in page.text
        assert page.elements["figure"] == 0

    def test_spans_of_several_lines(self) -> None:
        text = NUMPY_ESCAPE.replace("x.numpy()", "x\n        .numpy(\n    )")
        page = Page(html(escape_result(text)))
        assert page.elements["mark"] > 2


odd = st.text(max_size=40)
#: What would do harm if it got through.
evil = st.sampled_from(
    [
        "<script>alert(1)</script>",
        "</style><img src=x onerror=alert(1)>",
        '" onmouseover="alert(1)',
        "'><svg onload=alert(1)>",
        "</script><b>",
        "]]><!--",
        "&lt;b&gt;",
        "`<i>`",
        "\x00\x1b[31m\u202e",
        "\ud800",
        "javascript:alert(1)",
    ]
)
any_text = st.one_of(odd, evil, st.tuples(odd, evil, odd).map("".join))


@st.composite
def any_result(draw: st.DrawFn) -> FileResult:
    name = draw(any_text) or "a.py"
    lines = draw(st.lists(any_text, min_size=1, max_size=4))
    text = "\n".join(lines)

    def span() -> Span:
        row, column = draw(st.integers(1, 6)), draw(st.integers(1, 50))
        return Span(Location(row, column), Location(row + draw(st.integers(0, 2)), column + 3))

    steps = tuple(
        Step(draw(st.sampled_from([name, "b.py"])), span(), label, draw(any_text))
        for label in ("source", "cut", "target")
    )
    verification = Verification("inconclusive", draw(any_text), device=draw(any_text))
    finding = Finding(
        draw(st.sampled_from(["TFG201", "TFG000", "TFG999"])),
        draw(any_text),
        name,
        span(),
        draw(st.sampled_from(["error", "warning", "info"])),
        "none",
        draw(any_text),
        steps,
        queries=(Spot(name, span()),),
        verification=draw(st.one_of(st.none(), st.just(verification))),
    )
    return FileResult(
        name, (finding,), (draw(any_text),), draw(st.one_of(st.none(), any_text)), text
    )


class TestHarmless:
    @given(st.lists(any_result(), min_size=1, max_size=2))
    @settings(max_examples=60, deadline=None)
    def test_nothing_in_a_file_becomes_markup(self, results: list[FileResult]) -> None:
        text = html(*results)
        assert text.isascii()
        page = Page(text)
        assert set(page.elements) <= set(OWN_ELEMENTS.split())
        assert {key for _, key, _ in page.attributes} <= set(OWN_ATTRIBUTES.split())
        assert page.elements["script"] == page.elements["style"] == 1
        assert page.contents["script"] == Page(html()).contents["script"]
        for link in page.all("href"):
            assert re.fullmatch(r"#[a-z]\d+(-\d+)?", link) or link.startswith(RULE_PAGES)

    @given(any_text)
    @settings(max_examples=30, deadline=None)
    def test_a_strict_reader_sees_the_text(self, message: str) -> None:
        html5lib = pytest.importorskip("html5lib", reason="html5lib is not installed")
        span = Span(Location(1, 1), Location(1, 2))
        finding = Finding("TFG201", message, "a.py", span, "error", "none")
        text = html(FileResult("a.py", (finding,), text=message))
        tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
        heading = "".join(tree.find(".//article/h3").itertext())
        shown = "".join(c if c.isprintable() or c in "\t\n" else "\ufffd" for c in message)
        if not set(message) & set("`\r\x0c") and "\ufffd" not in shown:
            assert heading == shown

    def test_names_are_escaped_in_pictures(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "a<b>&'c'"
        folder.mkdir()
        monkeypatch.chdir(folder)
        text = NUMPY_ESCAPE.replace("x.numpy()", "x.numpy() + len('</svg><script>')")
        Path("<i>.py").write_text(text)
        page = Page(html(*check_files(["."])))
        assert page.elements["figure"] == 1
        assert page.elements["script"] == 1
        assert "i" not in page.elements
