"""Where no requirement tells, the files of a project show which Keras it is for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.behaviour.findings.test_keras_2 import STEP, TRAIN, WATCHED
from tflintgrad import check_files

OTHER = "import tensorflow as tf\nprint(tf.keras.Sequential())\n"


def codes(folder: Path) -> list[str]:
    return [found.code for result in check_files([str(folder)]) for found in result.findings]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "LICENSE").write_text("")
    (tmp_path / "setup.py").write_text("")
    (tmp_path / "train.py").write_text(WATCHED)
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        "import tensorflow_addons as tfa",
        "from keras.layers.merge import add",
        "optimizer = tf.keras.optimizers.Adam(lr=1e-3)",
        "optimizer = Adam(beta_1=0.5, lr = 1e-3)",
        "optimizer = tf.keras.optimizers.legacy.SGD()",
        "state = optimizer.variables()",
        "x = tf.placeholder(tf.float32)",
        "if K.backend() != 'theano': print(1)",
    ],
)
def test_a_file_beside_the_program_tells(project: Path, line: str) -> None:
    assert codes(project) == ["TFG112"]
    (project / "evaluate.py").write_text(f"{OTHER}{line}\n")
    assert codes(project) == []


@pytest.mark.parametrize(
    "line",
    [
        "    import tensorflow_addons as tfa",
        "optimizer = torch.optim.Adam(params, lr=1e-3)",
        "scheduler = Schedule(lr=1e-3)",
    ],
)
def test_other_lines_tell_nothing(project: Path, line: str) -> None:
    (project / "evaluate.py").write_text(f"{OTHER}try:\n{line}\n")
    assert "TFG112" in codes(project)


@pytest.mark.parametrize(("python", "expected"), [("3.7.6", []), ("3.10.2", ["TFG112"])])
def test_the_python_of_a_notebook_tells(tmp_path: Path, python: str, expected: list[str]) -> None:
    cell = {"cell_type": "code", "source": WATCHED, "metadata": {}, "outputs": []}
    mode = {"name": "ipython", "version": 3}
    language = {"codemirror_mode": mode, "name": "python", "version": python}
    notebook = {"cells": [cell], "metadata": {"language_info": language}, "nbformat": 4}
    (tmp_path / "train.ipynb").write_text(json.dumps(notebook))
    assert codes(tmp_path) == expected


def test_the_nearest_folder_decides(project: Path) -> None:
    old, new = project / "old", project / "new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "train.py").write_text(WATCHED)
    (project / "train.py").unlink()
    (old / "other.py").write_text(f"import tensorflow_addons\n{OTHER}")
    (new / "other.py").write_text(f"from keras import ops\n{OTHER}")
    found = [item.path for item in check_files([str(project)]) if item.findings]
    assert [Path(path).parent.name for path in found] == ["new"]


def test_one_of_many_files_tells_nothing(project: Path) -> None:
    for number in range(20):
        (project / f"other{number}.py").write_text(OTHER)
    (project / "old.py").write_text(f"import tensorflow_addons\n{OTHER}")
    assert codes(project) == ["TFG112"]


def test_imported_modules_tell(project: Path) -> None:
    for number in range(20):
        (project / f"other{number}.py").write_text(OTHER)
    (project / "train.py").write_text(TRAIN)
    (project / "step.py").write_text(STEP)
    assert codes(project) == ["TFG112"]
    (project / "step.py").write_text(f"import tensorflow_addons\n{STEP}")
    assert codes(project) == []


def test_a_changed_neighbour_is_noticed(project: Path) -> None:
    from tests.behaviour.configuration.test_configuration import codes as checked

    (project / "evaluate.py").write_text(OTHER)
    assert checked(project) == {"TFG112"}
    (project / "evaluate.py").write_text(f"import tensorflow_addons\n{OTHER}")
    assert checked(project) == set()
    (project / "evaluate.py").write_text(OTHER)
    assert checked(project) == {"TFG112"}
