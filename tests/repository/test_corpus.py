"""The corpus check, on a corpus of two small repositories."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.git_repositories import commit, git
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE, NUMPY_ESCAPE_ROW
from tflintgrad.knowledge.rules import rulebook
from tools.corpus.__main__ import main
from tools.corpus.labels import HEAD, read_labels, write_labels
from tools.corpus.observing import digest
from tools.corpus.repositories import read_repositories

REPOSITORIES = """\
[[repository]]
name = "anna/lost"
commit = "1111111111111111111111111111111111111111"
without = ["old.py"]

[[repository]]
name = "bert/right"
commit = "2222222222222222222222222222222222222222"
tuned_on = false
"""
LINE = NUMPY_ESCAPE.splitlines()[NUMPY_ESCAPE_ROW - 1].strip()
ENTRY = f"""\
[[finding]]
repository = "anna/lost"
path = "train.py"
code = "TFG201"
line = "{digest(LINE)}"
place = "{NUMPY_ESCAPE_ROW}"
label = ""
reason = ""
"""
PAGE = """\
# Title

<!-- written by `python -m tools.corpus` -->
old
<!-- end -->

Below.
"""


@dataclass
class Corpus:
    """The folder of repositories, and the files that the command reads and writes."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    printed: str = ""
    error: str = ""

    @property
    def labels(self) -> Path:
        return self.folder / "labels.toml"

    @property
    def page(self) -> Path:
        return self.folder / "page.md"

    def run(self, *arguments: str) -> int:
        files = {"repositories": "repositories.toml", "labels": "labels.toml", "page": "page.md"}
        named = [f"--{name}={self.folder / file}" for name, file in files.items()]
        code = main([*(arguments or [str(self.folder)]), "--jobs=1", *named])
        self.printed, self.error = self.capsys.readouterr()
        return code

    def put(self, path: str, text: str) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


@pytest.fixture
def corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Corpus:
    made = Corpus(tmp_path, capsys)
    made.put("repositories.toml", REPOSITORIES)
    made.put("labels.toml", "")
    made.put("page.md", PAGE)
    made.put("anna+lost/train.py", NUMPY_ESCAPE)
    made.put("anna+lost/old.py", NUMPY_ESCAPE)
    made.put("bert/right/model.py", CLEAN)
    return made


def labelled(entry: str, label: str, reason: str = "It prints None.") -> str:
    return entry.replace('label = ""', f'label = "{label}"').replace(
        'reason = ""', f'reason = "{reason}"'
    )


class TestNew:
    def test_is_an_entry_to_be_filled_in(self, corpus: Corpus) -> None:
        assert corpus.run() == 1
        assert ENTRY in corpus.printed
        assert f"# {LINE}\n" in corpus.printed
        assert "0 labelled, 1 new, 0 gone\n" in corpus.printed
        assert corpus.page.read_text() == PAGE

    def test_is_known_once_it_is_labelled(self, corpus: Corpus) -> None:
        corpus.run()
        printed = re.search(r"(?ms)^# .*?^reason.*?$", corpus.printed)
        assert printed
        corpus.put("labels.toml", labelled(printed[0], "true"))
        assert corpus.run() == 0
        assert "1 labelled, 0 new, 0 gone\n" in corpus.printed

    def test_of_two_that_are_alike(self, corpus: Corpus) -> None:
        corpus.put("labels.toml", labelled(ENTRY, "true"))
        corpus.put("anna+lost/train.py", NUMPY_ESCAPE + NUMPY_ESCAPE)
        assert corpus.run() == 1
        assert "occurrence = 2\n" in corpus.printed
        assert "1 labelled, 1 new, 0 gone\n" in corpus.printed

    def test_in_a_notebook(self, corpus: Corpus) -> None:
        cells = [
            {"cell_type": "markdown", "metadata": {}, "source": "Lost"},
            {"cell_type": "code", "metadata": {}, "outputs": [], "source": NUMPY_ESCAPE},
        ]
        notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        corpus.put("bert/right/study.ipynb", json.dumps(notebook))
        assert corpus.run() == 1
        assert f'place = "cell 2:{NUMPY_ESCAPE_ROW}"' in corpus.printed

    def test_other_lines_may_move(self, corpus: Corpus) -> None:
        corpus.put("labels.toml", labelled(ENTRY, "true"))
        corpus.put("anna+lost/train.py", "# one line more\n" + NUMPY_ESCAPE)
        assert corpus.run() == 0


class TestGone:
    @pytest.fixture
    def gone(self, corpus: Corpus) -> Corpus:
        corpus.put("labels.toml", labelled(ENTRY, "false", 'A "reason" — ours.'.replace('"', "'")))
        corpus.put("anna+lost/train.py", CLEAN)
        return corpus

    def test_is_listed(self, gone: Corpus) -> None:
        assert gone.run() == 1
        assert f"gone: anna/lost train.py:{NUMPY_ESCAPE_ROW}: TFG201\n" in gone.printed
        assert "was false: A 'reason' — ours.\n" in gone.printed
        assert read_labels(gone.labels)

    def test_is_forgotten_when_asked(self, gone: Corpus) -> None:
        assert gone.run(str(gone.folder), "--forget-gone") == 0
        assert read_labels(gone.labels) == {}
        assert gone.labels.read_text() == HEAD
        assert gone.run() == 0

    def test_nothing_is_written_by_a_check(self, gone: Corpus) -> None:
        assert gone.run(str(gone.folder), "--forget-gone", "--check") == 1
        assert read_labels(gone.labels)
        assert gone.page.read_text() == PAGE

    def test_not_where_nobody_looked(self, gone: Corpus) -> None:
        assert gone.run(f"bert/right={gone.folder / 'bert' / 'right'}") == 0
        assert "not looked at: anna/lost\n" in gone.printed
        assert gone.page.read_text() == PAGE


class TestTables:
    def test_are_printed_and_written(self, corpus: Corpus) -> None:
        second = ENTRY.replace("[[finding]]", "[[finding]]\noccurrence = 2")
        corpus.put("labels.toml", labelled(ENTRY, "true") + labelled(second, "false"))
        corpus.put("anna+lost/train.py", NUMPY_ESCAPE + NUMPY_ESCAPE)
        assert corpus.run() == 0
        assert re.search(r"TFG201 numpy-escape +2 +1 +1 +50% +11111\.11\n", corpus.printed)
        assert re.search(r"all +2 +1 +1 +50% +11111\.11\n", corpus.printed)
        assert re.search(r"anna/lost +111111111111 +yes +1 +0 +12 +1 +1\n", corpus.printed)
        assert re.search(r"bert/right +222222222222 +no +1 +0 +6 +0 +0\n", corpus.printed)
        text = corpus.page.read_text()
        assert "| TFG201 numpy-escape | 2 | 1 | 1 | 50% | 11111.11 |\n" in text
        assert "| bert/right | 222222222222 | no | 1 | 0 | 6 | 0 | 0 |\n" in text
        assert "| tuned on | 1 | 12 | 2 | 1 | 1 | 50% |\n" in text
        assert "| not tuned on | 1 | 6 | 0 | 0 | 0 | – |\n" in text
        assert "\nold\n" not in text
        assert text.startswith("# Title\n")
        assert text.endswith("\nBelow.\n")
        assert corpus.run() == 0
        assert corpus.page.read_text() == text

    def test_of_nothing(self, corpus: Corpus) -> None:
        corpus.put("anna+lost/train.py", "")
        corpus.put("bert/right/model.py", "")
        assert corpus.run() == 0
        assert "| all | 0 | 0 | 0 | – | – |\n" in corpus.page.read_text(encoding="utf-8")


class TestMisuse:
    @pytest.mark.parametrize(
        ("argument", "message"),
        [
            ("{}/nothing", "{}/nothing: there is no such folder"),
            ("{}/bert", ""),
            ("{}/anna+lost", "{}/anna+lost: has none of the repositories, such as anna+lost"),
            ("anna/lost={}/nothing", "{}/nothing: there is no such folder"),
            ("anna/found={}", "anna/found={}: there is no repository 'anna/found' in the list"),
        ],
    )
    def test_of_places(self, argument: str, message: str, corpus: Corpus) -> None:
        folder = corpus.folder.as_posix()
        code = corpus.run(argument.replace("{}", folder))
        if message:
            assert code == 2
            assert corpus.error == f"corpus: {message.replace('{}', folder)}\n"
        else:
            assert code == 0

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[[finding", "is not TOML"),
            ("[finding]", "'finding' must be tables, written as [[finding]]"),
            ("x = 1", "unknown key 'x'"),
            (ENTRY, "finding 1: 'label' is missing"),
            (labelled(ENTRY, "true", " "), "finding 1: 'reason' is missing"),
            (labelled(ENTRY, "maybe"), 'finding 1: \'label\' must be "true" or "false"'),
            (2 * labelled(ENTRY, "true"), "finding 2: this finding is there already"),
            (labelled(ENTRY, "true") + "why = 1\n", "finding 1: unknown key 'why'"),
            (labelled(ENTRY, "true") + "occurrence = '2'\n", "'occurrence' must be of type int"),
        ],
    )
    def test_of_labels(self, text: str, message: str, corpus: Corpus) -> None:
        corpus.put("labels.toml", text)
        assert corpus.run() == 2
        assert corpus.error.startswith(f"corpus: {corpus.labels}: ")
        assert message in corpus.error
        assert corpus.error.count("\n") == 1

    def test_of_the_page(self, corpus: Corpus) -> None:
        corpus.put("labels.toml", labelled(ENTRY, "true"))
        corpus.put("page.md", "no marks\n")
        assert corpus.run() == 2
        assert "page.md: has no lines <!-- written by" in corpus.error

    def test_another_commit(self, corpus: Corpus) -> None:
        folder = corpus.folder / "bert" / "right"
        git(folder, "init", "--quiet")
        commit(folder)
        assert corpus.run() == 2
        told = r"corpus: .*right: is at \w{12}, the list is about 222222222222\n"
        assert re.fullmatch(told, corpus.error)


class TestReviewedList:
    """The list in the repository."""

    FOLDER = ROOT / "tools" / "corpus"

    def test_is_about_the_repositories_and_rules_that_there_are(self) -> None:
        known = read_repositories(self.FOLDER / "repositories.toml")
        labels = read_labels(self.FOLDER / "labels.toml")
        assert len(known) == 361
        assert {key.repository for key in labels} <= known.keys()
        assert {key.code for key in labels} <= {rule.code for rule in rulebook().all()}
        assert not any(key.path in known[key.repository].without for key in labels)
        assert all(re.fullmatch("[0-9a-f]{16}", key.line) for key in labels)
        assert all(re.fullmatch("[0-9a-f]{40}", item.commit) for item in known.values())

    def test_is_sorted(self, tmp_path: Path) -> None:
        stored = self.FOLDER / "labels.toml"
        write_labels(tmp_path / "sorted.toml", read_labels(stored).values())
        assert (tmp_path / "sorted.toml").read_text(encoding="utf-8") == stored.read_text(
            encoding="utf-8"
        )

    def test_is_what_the_documentation_counts(self) -> None:
        labels = read_labels(self.FOLDER / "labels.toml").values()
        true = sum(label.true for label in labels)
        page = (ROOT / "docs" / "corpus.md").read_text(encoding="utf-8")
        assert f"The list has {len(labels)} findings, {true} of them true" in page


def test_as_a_command() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "tools.corpus", "nowhere"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (finished.returncode, finished.stdout) == (2, "")
    assert finished.stderr == "corpus: nowhere: there is no such folder\n"
