"""The judge must be right about programs whose outcome is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.judge import Judge, read_project
from tests.support.judge.labels import LabelError, blocks
from tests.support.judge.memory import project_key

pytestmark = pytest.mark.tensorflow

HEAD = "import tensorflow as tf\nx = tf.Variable([0.0, 2.0])\n"


def test_numbers_and_line_of_an_eager_query(judge: Judge) -> None:
    outcome = judge.run(HEAD + "with tf.GradientTape() as t:\n    y = x * x\nt.gradient(y, x)\n")
    assert outcome.values == (0.0, 4.0)
    assert outcome.last is not None
    assert outcome.last.line == 5
    assert outcome.effect_shown("ok") is None
    assert outcome.effect_shown("wrong", truth=[0.0, 5.0]) is None
    assert outcome.effect_shown("wrong", truth=[0.0, 4.0]) is not None
    assert outcome.effect_shown("none") is not None


def test_numbers_and_line_of_a_traced_query(judge: Judge) -> None:
    program = HEAD + (
        "@tf.function\n"
        "def step():\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = tf.where(x > 1.0, tf.math.log(x), 0.0)\n"
        "    return tape.gradient(y, x)\n"
        "step()\n"
    )
    outcome = judge.run(program)
    assert outcome.effect_shown("nan") is None
    assert outcome.last is not None
    assert outcome.last.line == 7


def test_numbers_of_the_last_execution(judge: Judge) -> None:
    program = HEAD + (
        "@tf.function\n"
        "def step(y):\n"
        "    return tf.gradients(y * y, y)\n"
        "for value in range(3):\n"
        "    step(tf.constant(float(value)))\n"
    )
    outcome = judge.run(program)
    assert len(outcome.queries) == 1
    assert outcome.queries[0].method == "tf.gradients"
    assert outcome.values == (4.0,)


def test_numbers_of_a_compiled_query(judge: Judge) -> None:
    program = HEAD + (
        "@tf.function(jit_compile=True)\n"
        "def step():\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = x * x\n"
        "    return tape.gradient(y, x)\n"
        "step()\n"
    )
    assert judge.run(program).values == (0.0, 4.0)


def test_a_long_loop_is_known_by_its_beginning_and_end(judge: Judge) -> None:
    program = HEAD + (
        "for factor in range(20):\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = factor * x\n"
        "    tape.gradient(y, x)\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = -factor * x\n"
        "    tape.gradient(y, x)\n"
        "with tf.GradientTape() as tape:\n"
        "    y = 5.0 * x\n"
        "tape.gradient(y, x)\n"
    )
    outcome = judge.run(program)
    seen = [(query.line, query.results[0].values[0]) for query in outcome.queries]
    assert seen[:4] == [(6, 0.0), (9, 0.0), (6, 1.0), (9, -1.0)]
    assert seen[-3:] == [(6, 19.0), (9, -19.0), (12, 5.0)]


def test_a_query_that_raises_is_none(judge: Judge) -> None:
    program = HEAD + (
        "with tf.GradientTape() as tape:\n    y = x * x\ntape.gradient(y, x)\ntape.gradient(y, x)\n"
    )
    outcome = judge.run(program)
    assert [query.line for query in outcome.queries] == [5]
    assert outcome.raised is not None
    assert outcome.raised.line == 6


def test_complex_numbers_are_pairs(judge: Judge) -> None:
    program = (
        "import tensorflow as tf\n"
        "z = tf.Variable([1.0 + 2.0j, 3.0j])\n"
        "with tf.GradientTape() as tape:\n"
        "    y = z * z\n"
        "tape.gradient(y, z)\n"
    )
    outcome = judge.run(program)
    assert outcome.values == (2.0, -4.0, 0.0, -6.0)
    assert outcome.last is not None
    assert outcome.last.results[0].shape == (2,)


def test_many_numbers_and_unknown_shapes(judge: Judge) -> None:
    program = (
        "import tensorflow as tf\n"
        "v = tf.Variable(tf.ones([100, 100]))\n"
        "with tf.GradientTape() as tape:\n"
        "    y = v * v\n"
        "tape.gradient(y, v)\n"
        "@tf.function(input_signature=[tf.TensorSpec([None, 2])])\n"
        "def never_run(x):\n"
        "    return tf.gradients(x * x, x)\n"
        "never_run.get_concrete_function()\n"
    )
    first, last = judge.run(program).queries
    assert first.results[0].values == (2.0,) * 10_000
    assert (last.results[0].kind, last.results[0].shape) == ("symbolic", (None, 2))


def test_a_jacobian_is_one_query(judge: Judge) -> None:
    outcome = judge.run(HEAD + "with tf.GradientTape() as t:\n    y = x * x\nt.jacobian(y, x)\n")
    assert [query.method for query in outcome.queries] == ["tape.jacobian"]
    assert outcome.values == (0.0, 0.0, 0.0, 4.0)


def test_queries_of_fit_are_seen(judge: Judge) -> None:
    program = (
        "import tensorflow as tf\n"
        "model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])\n"
        "model.compile('sgd', loss=lambda truth, output: tf.round(output))\n"
        "model.fit(tf.ones((2, 1)), tf.ones((2, 1)), verbose=0)\n"
    )
    outcome = judge.run(program)
    assert outcome.effect_shown("none") is None
    assert outcome.effect_shown("error", raises="ValueError") is None
    assert outcome.effect_shown("ok") is not None


def test_exception_under_autograph_has_its_line(judge: Judge) -> None:
    outcome = judge.run(HEAD + "@tf.function\ndef f():\n    return x.value().numpy()\nf()\n")
    assert outcome.raised is not None
    assert (outcome.raised.bases[0], outcome.raised.line) == ("AttributeError", 5)


def test_what_an_exception_says_and_what_its_traceback_shows(judge: Judge) -> None:
    program = HEAD + (
        "kept = []\n"
        "@tf.function\n"
        "def f():\n"
        "    for i in tf.range(3):\n"
        "        kept.append(x * 2.0)\n"
        "    return kept[0] + 1.0  # not None\n"
        "f()\n"
    )
    raised = judge.run(program).raised
    assert raised is not None
    assert "None" in raised.message
    assert not raised.follows_from_none
    assert raised.message.rstrip().endswith("which is out of scope.")


def test_endless_and_dying_programs(judge: Judge) -> None:
    assert judge.run("while True:\n    pass\n", timeout=0.5).timed_out
    died = judge.run("import os\nos._exit(7)\n")
    assert died.raised is not None
    assert died.raised.bases == ("ProcessDied",)
    assert judge.run("").effect_shown("ok") is not None


def test_labels_above_a_block() -> None:
    markdown = (
        "## Example\ntext\n\neffect: error\nraises: TypeError\n```python\na = 1  # TFG201\n```\n"
    )
    (block,) = blocks(markdown)
    assert block.fields == {"effect": "error", "raises": "TypeError"}
    assert (block.heading, block.text, block.offset) == ("Example", "a = 1  # TFG201\n", 6)


LIBRARY = (
    "import tensorflow as tf\n"
    "def slope(function, point):\n"
    "    with tf.GradientTape() as tape:\n"
    "        value = function(point)\n"
    "    return tape.gradient(value, point)\n"
)
ENTRY = (
    "# effect: ok\n"
    "# a library asks\n"
    "import tensorflow as tf\n"
    "from {package} import slope\n"
    "slope(tf.square, tf.Variable(3.0))\n"
)


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_query_in_another_module_of_a_project(judge: Judge, tmp_path: Path) -> None:
    entry = ENTRY.format(package="lib.slopes")
    root = written(tmp_path, {"main.py": entry, "lib/slopes.py": LIBRARY})
    project = read_project(root)
    outcome = judge.run_project(project.root, project.entry)
    assert [(query.file, query.line) for query in outcome.queries] == [("lib/slopes.py", 5)]
    assert outcome.values == (6.0,)
    assert "lib/slopes.py:5" in outcome.seen()


def test_a_project_that_is_run_inside_its_package(judge: Judge, tmp_path: Path) -> None:
    entry = ENTRY.format(package=".slopes")
    files = {"lib/__init__.py": "", "lib/main.py": entry, "lib/slopes.py": LIBRARY}
    project = read_project(written(tmp_path, files))
    assert judge.run_project(project.root, project.entry).values == (6.0,)


def test_where_a_project_raised(judge: Judge, tmp_path: Path) -> None:
    entry = ENTRY.format(package="lib") + "slope(float, None)\n"
    project = read_project(written(tmp_path, {"main.py": entry, "lib.py": LIBRARY}))
    outcome = judge.run_project(project.root, project.entry)
    assert outcome.raised is not None
    assert (outcome.raised.file, outcome.raised.line) == ("lib.py", 4)
    assert outcome.effect_shown("error", raises="TypeError") is None


def test_every_query_counts_where_all_is_said_to_be_right(judge: Judge) -> None:
    program = HEAD + (
        "for scale in (None, 2.0):\n"
        "    with tf.GradientTape() as tape:\n"
        "        y = x * scale if scale else tf.constant(1.0)\n"
        "    tape.gradient(y, x)\n"
    )
    outcome = judge.run(program)
    assert outcome.effect_shown("ok") is None
    assert "some gradient is None" in str(outcome.query_lost())


def test_all_files_of_a_project_are_part_of_its_key(tmp_path: Path) -> None:
    files = {"main.py": ENTRY.format(package="lib"), "lib.py": LIBRARY, "data/rows.csv": "1,2\n"}
    root = written(tmp_path, files)
    keys = {project_key(root, root / "main.py")}
    written(root, {"__pycache__/lib.pyc": "bytecode"})
    keys.add(project_key(root, root / "main.py"))
    assert len(keys) == 1
    for name, text in files.items():
        written(root, {name: text + "\n"})
        keys.add(project_key(root, root / "main.py"))
    (root / "lib.py").rename(root / "library.py")
    keys.add(project_key(root, root / "main.py"))
    assert len(keys) == 5


def test_one_file_of_a_project_states_the_effect(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="0 files state an effect"):
        read_project(written(tmp_path, {"lib.py": LIBRARY}))
    entry = ENTRY.format(package="lib")
    with pytest.raises(LabelError, match="2 files state an effect"):
        read_project(written(tmp_path, {"main.py": entry, "other.py": entry}))


def test_marks_of_a_project_name_their_files(tmp_path: Path) -> None:
    entry = ENTRY.format(package="lib") + "x.numpy()  # TFG201\n"
    library = LIBRARY.replace("tape:\n", "tape:  # TFG101, TFG102\n")
    project = read_project(written(tmp_path, {"main.py": entry, "lib/a.py": library}))
    assert project.marks == [
        ("lib/a.py", 3, "TFG101"),
        ("lib/a.py", 3, "TFG102"),
        ("main.py", 6, "TFG201"),
    ]
