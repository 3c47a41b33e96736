"""The documentation site: its pages and links, and the built site in a real browser."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import NAMES, Browser, find_browser
from tests.support.paths import ROOT
from tests.support.site import served
from tflintgrad.knowledge.rules import SITE, rulebook, url_of
from tools.links import broken_links
from tools.site import commands
from tools.site.pages import site_files
from tools.site.rewriting import with_links_of_site
from tools.site.sources import REPOSITORY, page_names

CONFIGURATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages").resolve()
    for name, content in site_files(ROOT):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


class TestPages:
    def test_links_lead_somewhere(self, pages: Path) -> None:
        found = sorted(pages.rglob("*.md"))
        assert len(found) > len(rulebook().names)
        broken = [line for page in found for line in broken_links(page, pages)]
        # Files of the repository that are no pages; the test of the documentation looks at those.
        assert [line for line in broken if REPOSITORY not in line] == []

    def test_all_are_in_the_navigation(self, pages: Path) -> None:
        listed = set(re.findall(r": ([\w/-]+\.md)$", CONFIGURATION, re.MULTILINE))
        written = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")}
        assert listed == {name for name in written if not name.startswith("rules/TFG")}, (
            "mkdocs.yml must list all pages of docs/"
        )

    def test_each_rule_has_its_address(self, pages: Path) -> None:
        for code in rulebook().names:
            assert url_of(code) == f"{SITE}rules/{code}/"
            text = (pages / "rules" / f"{code}.md").read_text(encoding="utf-8")
            assert f"\n# {code}: {rulebook().name_of(code)}\n" in text

    def test_most_rules_have_a_picture(self, pages: Path) -> None:
        pictures = list((pages / "rules").glob("*.svg"))
        assert len(pictures) > len(rulebook().names) / 2
        page = (pages / "rules" / "TFG201.md").read_text(encoding="utf-8")
        assert "](TFG201.svg)" in page
        assert "diameter.numpy()" in (pages / "rules" / "TFG201.svg").read_text(encoding="utf-8")

    def test_expectations_are_for_readers(self, pages: Path) -> None:
        for page in (pages / "rules").glob("TFG*.md"):
            text = page.read_text(encoding="utf-8")
            assert not re.search(r"^(effect|raises|truth): ", text, re.MULTILINE), page.name

    @pytest.mark.parametrize(
        ("source", "link", "expected"),
        [
            ("docs/ci.md", "verify.md#inputs", "verify.md#inputs"),
            ("docs/ci.md", "../rules/TFG201-numpy-escape.md", "rules/TFG201.md"),
            ("docs/rules.md", "../rules/TFG201-numpy-escape.md", "TFG201.md"),
            ("docs/ci.md", "../tests/README.md", f"{REPOSITORY}/blob/main/tests/README.md"),
            ("docs/ci.md", "../tests", f"{REPOSITORY}/tree/main/tests"),
            ("CHANGELOG.md", "docs/verify.md", "verify.md"),
            ("docs/ci.md", f"{REPOSITORY}/blob/main/docs/rules.md", "rules/index.md"),
            ("docs/ci.md", "#github", "#github"),
            ("docs/ci.md", "https://example.org/a.md", "https://example.org/a.md"),
        ],
    )
    def test_links(self, source: str, link: str, expected: str) -> None:
        text = f"[a]({link}) and `[a](b.md)`"
        found = with_links_of_site(text, source, page_names(ROOT), ROOT)
        assert found == f"[a]({expected}) and `[a](b.md)`"

    def test_commands_and_their_options(self) -> None:
        page = commands.page()
        assert "## verify\n" in page
        assert re.search(r"^\| `--device [^|]+` \| ", page, re.MULTILINE)
        assert "\b" not in page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it: strictly."""
    for module in ("material", "mkdocstrings_handlers"):
        if importlib.util.find_spec(module) is None:
            pytest.skip("the site needs pip install 'mkdocs-material' 'mkdocstrings[python]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "tools.site", "--folder", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder / "site"


@pytest.mark.slow
class TestSite:
    def test_addresses_of_rules(self, site: Path) -> None:
        for code in rulebook().names:
            assert (site / url_of(code).removeprefix(SITE) / "index.html").is_file()

    def test_the_library_has_its_docstrings(self, site: Path) -> None:
        page = (site / "library" / "index.html").read_text(encoding="utf-8")
        assert "Yield all findings in files and directories" in page
        assert "tflintgrad.testing.assert_gradients" in page

    def test_headings_have_the_anchors_of_github(self, site: Path) -> None:
        page = (site / "testing" / "index.html").read_text(encoding="utf-8")
        assert 'id="pytest---tflintgrad"' in page


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_browser()
    if program is None:
        pytest.skip(f"there is no browser: none of {', '.join(NAMES)} is on the PATH")
    with Browser(program) as running:
        yield running


@pytest.mark.slow
class TestBrowser:
    @pytest.mark.parametrize("width", [390, 1300])
    @pytest.mark.parametrize(
        "page", ["", "tutorial/", "rules/", "rules/TFG201/", "commands/", "library/", "truth/"]
    )
    def test_fits_and_is_whole(self, page: str, width: int, address: str, browser: Browser) -> None:
        browser.open(address + page, width=width)
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        assert browser.run("[...document.images].every(i => i.naturalWidth > 0)")
        assert browser.run("document.querySelector('article h1').textContent.length > 3")
        assert browser.complaints == []
        # Everything comes from the site itself: no fonts, no scripts, no counters.
        elsewhere = [r for r in browser.requests if not r.startswith((address, "data:"))]
        assert elsewhere == []

    def test_search_finds_a_rule(self, address: str, browser: Browser) -> None:
        browser.open(address)
        browser.run("document.querySelector('.md-search__input').focus()")
        for letter in "numpy-escape":
            browser.press(letter)
        first = "document.querySelector('.md-search-result__link')"
        browser.until(f"{first} !== null && {first}.href.includes('TFG201')")

    def test_navigation_of_a_phone(self, address: str, browser: Browser) -> None:
        browser.open(f"{address}rules/TFG201/", width=390)
        button = "document.querySelector('label.md-header__button[for=__drawer]')"
        assert browser.run(f"getComputedStyle({button}).display !== 'none'")
        browser.run(f"{button}.click()")
        link = "[...document.querySelectorAll('.md-nav__link')].find(a => /TFG202/.test(a.href))"
        browser.until(f"{link}.getBoundingClientRect().left >= 0")
        assert browser.run(f"{link}.textContent.trim()") == "TFG202 numpy-function"

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_links_are_readable(self, scheme: str, address: str, browser: Browser) -> None:
        browser.prefer(scheme)
        browser.open(f"{address}rules/TFG201/")
        script = """(() => { const light = (c) => { const [r, g, b] = c.match(/\\d+/g).map(v => {
            v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
            return .2126 * r + .7152 * g + .0722 * b; };
            const page = light(getComputedStyle(document.body).backgroundColor);
            return [...document.querySelectorAll('article p, article p a')].map(e => {
              const text = light(getComputedStyle(e).color);
              return (Math.max(text, page) + .05) / (Math.min(text, page) + .05); })
              .reduce((a, b) => Math.min(a, b)); })()"""
        assert browser.run(script) >= 4.5
