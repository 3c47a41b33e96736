"""Plugins that cannot be used: one line, and exit code 2."""

from __future__ import annotations

import pytest

from tests.support.plugins import STOP_LINE, Installation

BROKEN = {
    "import": ("__init__.py", "import no_such_module\n", "ModuleNotFoundError: No module named"),
    "exit": ("__init__.py", "raise SystemExit(0)\n", "cannot be loaded: SystemExit: 0"),
    "no check": ("__init__.py", "", "importing 'acme_rules' registers no check"),
    "version": (
        "stops.py",
        "from tflintgrad.plugins.v99 import check\n",
        "No module named 'tflintgrad.plugins.v99'",
    ),
    "page": ("ACM101-unnamed-stop.md", "no front matter\n", "a rule starts with TOML between"),
    "keys": ("ACM101-unnamed-stop.md", '+++\nsummary = "s"\n+++\n', "the front matter lacks help"),
    "ours": ("TFG999-of-ours.md", "", "TFG is for tflintgrad's own rules"),
    "name": ("ACM103-numpy-escape.md", "", "another rule has this code or name"),
    "twice": ("ACM101-another-name.md", "", "another rule has this code or name"),
    "called": ("ACM7-short.md", "", "a page is called like ABC101-some-name.md"),
}


@pytest.mark.parametrize(("file", "text", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_plugin_is_one_line(
    installation: Installation, file: str, text: str, words: str
) -> None:
    package = installation.add()
    (package / file).write_text(text)
    finished = installation.run("check")
    assert finished.returncode == 2
    assert finished.stdout == ""
    (line,) = finished.stderr.splitlines()
    assert line.startswith("Error: the plugin acme (acme-rules 1.0)")
    assert words in line
    assert installation.check("--isolated") == ""


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ("acme = gone_rules", "its package 'gone_rules' is not found"),
        ("acme = acme_rules.gone", "its package 'acme_rules.gone' is not found"),
        ("acme = acme_rules.stops", "'acme_rules.stops' is a module, not a package with pages"),
        ("acme = acme_rules:RULES", "'acme_rules:RULES' is not the name of a package"),
        ("acme = json", "no page such as ABC101-name.md"),
    ],
)
def test_an_entry_point_that_names_no_package(
    installation: Installation, point: str, words: str
) -> None:
    installation.add()
    described = installation.site / "acme_rules-1.0.dist-info" / "entry_points.txt"
    described.write_text(f"[tflintgrad.rules]\n{point}\n")
    finished = installation.run("check")
    (line,) = finished.stderr.splitlines()
    assert (finished.returncode, finished.stdout) == (2, "")
    assert words in line


def test_two_plugins_with_the_same_letters(installation: Installation) -> None:
    installation.add()
    installation.add("other_rules", "other")
    finished = installation.run("check")
    assert finished.returncode == 2
    assert "the plugin other (other-rules 1.0): ACM101-unnamed-stop.md: ACM is for the plugin" in (
        finished.stderr
    )


def test_a_check_that_fails_costs_only_its_findings(installation: Installation) -> None:
    package = installation.add()
    (package / "quantization.py").write_text(
        "from tflintgrad.plugins.v1 import Problem, check\n\n@check\ndef failing(program):\n"
        '    yield Problem("numpy-escape", program.queries[0], program.queries[0])\n'
    )
    finished = installation.run("check", "--output-format=concise")
    assert finished.stdout == STOP_LINE
    assert finished.returncode == 1
    assert "the check `acme_rules.quantization.failing` failed" in finished.stderr
    assert "'numpy-escape' is no rule of the plugin acme" in finished.stderr
