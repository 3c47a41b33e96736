"""The HTML report in a real browser: usable, quiet and readable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import NAMES, Browser, find_browser
from tests.support.html_report import demo, escape_result, html


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_browser()
    if program is None:
        pytest.skip(f"there is no browser: none of {', '.join(NAMES)} is on the PATH")
    with Browser(program) as running:
        yield running


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(demo(), encoding="utf-8")
    return path


@pytest.mark.slow
class TestBrowser:
    @pytest.fixture(autouse=True)
    def quiet(self, browser: Browser, file: Path) -> Iterator[None]:
        """Whatever a test does: no complaint in the console, and nothing loaded but the page."""
        browser.open(file)
        yield
        assert browser.complaints == []
        assert set(browser.requests) == {browser.page}

    VISIBLE = (
        "[...document.querySelectorAll('.finding')].filter(c => c.offsetParent).map(c => c.id)"
    )

    def type(self, browser: Browser, words: str) -> None:
        browser.run("document.getElementById('search').focus()")
        for letter in words:
            browser.press(letter)

    def test_search_hides_the_others(self, browser: Browser) -> None:
        assert len(browser.run(self.VISIBLE)) == 4
        self.type(browser, "argmax layers")
        assert browser.run(self.VISIBLE) == ["p1"]
        assert browser.run("document.getElementById('count').value") == "1 of 4 findings"
        self.type(browser, "xyz")
        assert browser.run(self.VISIBLE) == []
        assert browser.run("document.querySelector('.none').offsetParent !== null")
        browser.press("Escape")
        assert len(browser.run(self.VISIBLE)) == 4

    def test_slash_goes_to_the_search(self, browser: Browser) -> None:
        browser.press("/")
        assert browser.run("document.activeElement.id") == "search"
        assert browser.run("document.getElementById('search').value") == ""
        browser.press("/")  # and is a letter there
        assert browser.run("document.getElementById('search').value") == "/"

    @pytest.mark.parametrize(
        ("field", "value", "left"),
        [("rule", "TFG501", ["p4"]), ("file", "examples/demo_project/losses.py", ["p2"])],
    )
    def test_filters(self, field: str, value: str, left: list[str], browser: Browser) -> None:
        browser.run(
            f"""(() => {{ const s = document.querySelector('select[data-field="{field}"]');
            s.value = "{value}"; s.dispatchEvent(new Event("input", {{bubbles: true}})); }})()"""
        )
        assert browser.run(self.VISIBLE) == left

    @pytest.mark.parametrize("width", [390, 1300])
    def test_a_click_on_a_step_scrolls_to_its_line(
        self, width: int, browser: Browser, file: Path
    ) -> None:
        browser.open(file, width=width)
        link = "document.querySelectorAll('#p3 .path a')[1]"
        browser.run(f"{link}.click()")
        line = f"document.getElementById({link}.hash.slice(1))"
        top = f"{line}.getBoundingClientRect().top"
        browser.until(f"{top} >= 0 && {top} < innerHeight")
        assert "keras.layers.Dense(64" in browser.run(f"{line}.textContent")

    @pytest.mark.parametrize("width", [390, 1300])
    def test_long_pages_scroll_just_as_well(
        self, width: int, browser: Browser, tmp_path: Path
    ) -> None:
        """What is far away is not laid out before it is looked at."""
        file = tmp_path / "long.html"
        results = [escape_result(filename=f"train{number}.py") for number in range(30)]
        file.write_text(html(*results), encoding="utf-8")
        browser.open(file, width=width)
        for number in (30, 2):
            browser.run(f"document.querySelector('#p{number} .path a').click()")
            browser.until("document.querySelector('.line:target') !== null")
            line = "document.querySelector('.line:target').getBoundingClientRect()"
            browser.until(f"{line}.top >= 0 && {line}.bottom <= innerHeight")
            browser.run(f"location.hash = 'p{number}'")
            card = f"document.getElementById('p{number}').getBoundingClientRect()"
            browser.until(f"{card}.top >= 0 && {card}.top < innerHeight / 2")

    def test_a_click_in_the_picture_does_so_too(self, browser: Browser) -> None:
        link = "document.querySelector('#p4 figure a:last-of-type')"
        browser.run(f"{link}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
        browser.until("document.querySelector('.line:target') !== null")
        assert "tape.gradient" in browser.run("document.querySelector('.line:target').textContent")

    def test_a_link_shows_what_is_filtered_out(self, browser: Browser) -> None:
        self.type(browser, "argmax")
        browser.run("location.hash = 'p2'")
        browser.until("document.getElementById('p2').offsetParent !== null")

    @pytest.mark.parametrize("width", [320, 390, 800, 1300])
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_nothing_sticks_out(
        self, width: int, scheme: str, browser: Browser, file: Path
    ) -> None:
        browser.prefer(scheme)
        browser.open(file, width=width)
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        assert browser.run("matchMedia('(prefers-color-scheme: dark)').matches") is (
            scheme == "dark"
        )

    def test_text_fits_into_its_boxes(self, browser: Browser) -> None:
        script = """[...document.querySelectorAll('.tg g')].flatMap(g => {
            const r = g.querySelector(':scope > rect');
            return r ? [...g.querySelectorAll(':scope > text')].filter(
                t => t.getBBox().width > r.getBBox().width).map(t => t.textContent) : []; })"""
        assert browser.run(script) == []

    def test_readable_in_both_schemes(self, browser: Browser, file: Path) -> None:
        """The contrast of text and page, as the accessibility guidelines measure it."""
        script = """(() => { const light = (c) => { const [r, g, b] = c.match(/\\d+/g).map(v => {
            v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
            return .2126 * r + .7152 * g + .0722 * b; };
            const card = document.querySelector('.finding');
            const page = light(getComputedStyle(card).backgroundColor);
            return [...document.querySelectorAll('.finding *')].filter(e => !e.children.length &&
              e.textContent.trim() && !e.closest('svg, .severity')).map(e => {
                const text = light(getComputedStyle(e).color);
                return (Math.max(text, page) + .05) / (Math.min(text, page) + .05); })
              .reduce((a, b) => Math.min(a, b)); })()"""
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            browser.open(file)
            assert browser.run(script) >= 4.5

    def test_without_scripts(self, browser: Browser, file: Path) -> None:
        browser.without_scripts()
        try:
            browser.open(file)
            assert len(browser.run(self.VISIBLE)) == 4
            assert browser.run("document.querySelector('.controls').offsetParent === null")
        finally:
            browser.without_scripts(False)

    def test_odd_names_in_a_file(self, browser: Browser, tmp_path: Path) -> None:
        file = tmp_path / "odd.html"
        name = "a b#c%d</title><script>throw 1</script>.py"
        file.write_text(html(escape_result(filename=name)), encoding="utf-8")
        browser.open(file)
        assert browser.complaints == []
        assert browser.run("document.querySelector('.finding').dataset.file") == name
