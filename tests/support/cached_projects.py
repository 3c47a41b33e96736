"""Small projects that change, for tests of the cache."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from hypothesis import strategies as st

from tests.support.notebook_files import notebook
from tflintgrad import check_files
from tflintgrad.config.resolver import configured
from tflintgrad.engine.cache import cached_check, run_cache
from tflintgrad.engine.check import check
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.source.file_stamp import now, stamp_of

ASKING = """\
import tensorflow as tf
{imports}

def step(w, x):
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = {loss}
    return tape.gradient(loss, w)
"""
HEADER = "import tensorflow as tf\n"
LOST = "import tensorflow as tf\n\ndef penalty(x):\n    return tf.round(x)\n"
KEPT = "import tensorflow as tf\n\ndef penalty(x):\n    return tf.square(x)\n"
ABSOLUTE = "import tensorflow as tf\n\ndef penalty(x):\n    return abs(x)\n"
STARRED = ABSOLUTE.replace("abs", "inner")
UNUSED = "\ndef unused(x):\n    return x * 2\n"
#: Parts of a module that programs need not use, and that may change what they use.
BESIDE = (
    UNUSED,
    UNUSED.replace("2", "3"),
    "\ndef abs(x):\n    return tf.round(x)\n",
    "\nabs = tf.round\n",
    "\ndef step(w, x):\n    return x\n",
    "\ndef penalty(x):\n    return tf.round(x)\n",
    "\nclass Penalty:\n    def __call__(self, x):\n        return x\n",
    "\ndef change():\n    global penalty\n    penalty = tf.round\n",
    "\n# a comment\n\n\n",
    "\ndef inner(x):\n    import pkg.inner\n    return pkg.inner.penalty(x)\n",
)
HANDED_ON = "from losses import penalty\n"

#: What a file may hold, by a name for messages.
CONTENTS: dict[str, bytes] = {
    name: text.encode()
    for name, text in {
        "asks itself": ASKING.format(imports="", loss="tf.round(w * x)"),
        "asks and is right": ASKING.format(imports="", loss="tf.square(w * x)"),
        "asks losses": ASKING.format(imports="from losses import penalty", loss="penalty(w * x)"),
        "asks a package": ASKING.format(imports="import pkg.inner", loss="pkg.inner.penalty(w)"),
        "asks what is handed on": ASKING.format(
            imports="from pkg import penalty", loss="penalty(w)"
        ),
        "asks a neighbour": ASKING.format(imports="from .losses import penalty", loss="penalty(w)"),
        "uses who asks": "from train import step\nimport tensorflow as tf\nstep(tf.ones(2), 1.0)\n",
        "uses who asks through a module": (
            "import other\nimport tensorflow as tf\nother.train.step(tf.ones(2), 1.0)\n"
        ),
        "hands on a module": "import train, losses\n",
        "hands on everything": "from train import *\nfrom losses import *\n",
        "uses everything": "from other import *\nimport tensorflow as tf\nstep(tf.ones(2), 1.0)\n",
        "imports in a circle": "import other, losses, train\n\ndef penalty(x):\n    return x\n",
        "silenced": ASKING.format(imports="", loss="tf.round(w * x)  # noqa: TFG301"),
        "silenced in vain": f"{KEPT}x = 1  # noqa: TFG301\n",
        "silenced, and asked for": LOST.replace("(x)\n", "(x)  # tflintgrad: ignore[TFG301]\n"),
        "lost": LOST,
        "kept": KEPT,
        "absolute": ABSOLUTE,
        "handed on": HANDED_ON,
        "irrelevant": "import os\n\nprint(os.name)\n",
        "broken": "import tensorflow as tf\ndef gradient(:\n",
        "broken and irrelevant": "def f(:\n",
        "empty": "",
    }.items()
} | {"no text": b"import tensorflow as tf # \xff\ntf.gradients\n"}
NOTEBOOKS: dict[str, bytes] = {
    name: text.encode()
    for name, text in {
        "a notebook": notebook(CONTENTS["asks losses"].decode(), "step(1.0, 2.0)"),
        "one with a broken cell": notebook(CONTENTS["asks itself"].decode(), "tf.gradients(:"),
        "no notebook": "{",
    }.items()
}
MODULES = ("train.py", "losses.py", "other.py", "pkg/__init__.py", "pkg/inner.py", "pkg/losses.py")
SETTINGS: dict[str, bytes] = {
    "pyproject.toml": b"[tool.tflintgrad]\nignore = ['TFG301']\n",
    "pkg/tflintgrad.toml": b"select = ['ALL']\n",
    ".gitignore": b"other.py\n",
    "tflintgrad.toml": b"unused-noqa = true\n",
    "setup.py": b"",
}

#: A path, and what is written there; None removes it.
Edit = tuple[str, bytes | None]

_modules = st.builds(
    lambda above, text, below: (HEADER + above + text.removeprefix(HEADER) + below).encode(),
    st.sampled_from(["", *BESIDE]),
    st.sampled_from([LOST, KEPT, ABSOLUTE]),
    st.sampled_from(["", *BESIDE]),
)

edits: st.SearchStrategy[Edit] = st.one_of(
    st.tuples(st.sampled_from(["losses.py", "pkg/losses.py", "pkg/inner.py"]), _modules),
    st.tuples(st.sampled_from(MODULES), st.sampled_from([*CONTENTS.values(), None])),
    st.tuples(st.just("work.ipynb"), st.sampled_from([*NOTEBOOKS.values(), None])),
    st.sampled_from(list(SETTINGS.items())),
    st.tuples(st.sampled_from(list(SETTINGS)), st.none()),
    st.tuples(st.sampled_from(["losses/data.txt", "pkg/tensorflow.py", "data.txt"]), st.just(b"")),
)
#: Paths that are given to the check.
PATHS = (["."], ["train.py"], ["losses.py"], ["pkg", "train.py"], ["work.ipynb", "."])


def apply(folder: Path, edit: Edit) -> None:
    path = folder / edit[0]
    if edit[1] is None:
        if path.exists():
            path.unlink()
        return
    before = stamp_of(str(path))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(edit[1])
    while stamp_of(str(path)) == before:  # within one tick of the file system's clock
        time.sleep(0.002)
        path.write_bytes(edit[1])


@contextmanager
def standing_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def later() -> Iterator[None]:
    """Advance the clock of the caches, so that all files count as old enough."""
    with (
        mock.patch.object(cached_check, "now", _later),
        mock.patch.object(run_cache, "now", _later),
    ):
        yield


def _later() -> int:
    return now() + 60_000_000_000


def cold(paths: Sequence[str]) -> list[FileResult]:
    return list(check_files(paths, configured()))


def warm(paths: Sequence[str], stats: RunStats | None = None, jobs: int = 1) -> list[FileResult]:
    """Check with the cache of the working directory, which earlier calls filled."""
    with later():
        folder = os.path.abspath(".tflintgrad_cache")
        return list(check(paths, configured(), stats=stats, jobs=jobs, cache_folder=folder))


def written(folder: Path, **contents: str) -> None:
    """Write files with these names, each with one of CONTENTS."""
    (folder / "setup.cfg").touch()
    for name, content in contents.items():
        apply(folder, (f"{name}.py", CONTENTS[content]))


def effort_of(*paths: str) -> tuple[int, int]:
    """Return the numbers of analysed and of remembered programs; the results must be right."""
    stats = RunStats()
    assert warm(paths or ["."], stats) == cold(paths or ["."])
    return stats.programs, stats.cached
