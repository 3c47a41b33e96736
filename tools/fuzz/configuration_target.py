"""Configurations: TOML that is nearly right."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from random import Random

from tflintgrad.config.keys import KEYS
from tflintgrad.config.resolver import configured
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.engine.file_settings import SettingsByFile
from tflintgrad.knowledge.rules import RulebookError
from tools.fuzz.mutations import mutated
from tools.fuzz.target import Target, expect

_VALUES = (
    *('["TFG2"]', '"TFG201"', '["numpy-escape", "TFG9"]', "[]", "true", "1", "0.5", "-1", "nan"),
    *('"error"', '{"TFG201" = "info"}', '{"*.py" = ["TFG2"]}', '"2.15"', '"json"', '"cpu:0"'),
    *(
        '["**/[a-", "{a,b}{c", "!x/*"]',
        f'["{"{a,b}" * 12}"]',
        '"é\\u0000"',
        "1979-05-27",
        "[[1], [[]]]",
        '"""a\nb"""',
    ),
    *(
        "inf",
        "9" * 5000,
        "9" * 400,
        "0x1F",
        '{"a" = {}}',
        '[{"a" = 1}]',
        "'lit\\eral'",
        "+1_000",
        "1e400",
    ),
)
_LINES = (
    "[tool.tflintgrad]",
    "[verify]",
    "[tool.tflintgrad.verify]",
    "[[verify]]",
    "# x",
    "x.y = 1",
)


def _configuration(rng: Random) -> str:
    keys = rng.choices(sorted(KEYS), k=rng.choice((0, 1, 1, 2, 4)))
    lines = [f"{key} = {rng.choice(_VALUES)}" for key in keys]
    for _ in range(rng.choice((0, 1))):
        lines.insert(rng.randint(0, len(lines)), rng.choice(_LINES))
    text = "\n".join(lines)
    return mutated(text, rng, (text, *_VALUES, *_LINES)) if rng.random() < 0.5 else text


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix="tflintgrad-fuzz-")


def written(name: str, data: bytes) -> str:
    """Return a file with that content."""
    path = os.path.join(_folder().name, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def _attempt(text: str) -> None:
    name = "pyproject.toml" if len(text) % 2 else "tflintgrad.toml"
    path = written(name, text.encode("utf-8", "surrogatepass"))
    try:
        settings = configured(path)
        chosen = SettingsByFile(settings)
        for file in ("a.py", "src/b.ipynb", "é/[x]"):
            chosen.of(file)
            chosen.search.is_force_excluded(file)
            chosen.search.is_user_excluded(file)
    except (ConfigurationError, RulebookError) as problem:
        expect("\n" not in str(problem), f"not one line: {problem}")


CONFIGURATIONS = Target("configurations", _configuration, _attempt)
