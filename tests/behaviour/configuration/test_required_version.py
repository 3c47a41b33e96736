"""The TensorFlow that a project requires decides which Keras its findings are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.behaviour.configuration.test_configuration import call, codes
from tflintgrad.config.requirements import KEY, required_version

PROGRAM = """\
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = tf.Variable(tf.ones([3]), trainable=True)

    def call(self, x):
        return x * self.w


model = tf.keras.Sequential([Scale(), tf.keras.layers.Dense(1)])
x = tf.ones([4, 3])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(x) ** 2)
gradients = tape.gradient(loss, model.trainable_variables)
tf.keras.optimizers.Adam().apply_gradients(zip(gradients, model.trainable_variables))
"""
KERAS_2 = "2.15"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(PROGRAM)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "version"),
    [
        ("requirements.txt", "numpy\ntensorflow==2.3.0\n", KERAS_2),
        ("requirements.txt", "tensorflow_gpu ~= 2.14.0  # not 2.15\n", KERAS_2),
        ("requirements.txt", "tensorflow[and-cuda]>=2.3,<2.16\n", KERAS_2),
        ("requirements.txt", "tensorflow<2.15.1\n", KERAS_2),
        ("requirements.txt", "keras==2.3.1\n", KERAS_2),
        ("requirements.txt", "tensorflow==1.15\n", KERAS_2),
        ("setup.py", "setup(install_requires=['tensorflow<=2.11'])\n", KERAS_2),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "~2.8"\n', KERAS_2),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "2.10.0"\n', KERAS_2),
        ("Pipfile", '[packages]\ntensorflow = {version = "==2.4.1"}\n', KERAS_2),
        ("environment.yml", "dependencies:\n  - tensorflow=2.10\n", KERAS_2),
        ("requirements-gpu.txt", "tensorflow-gpu==2.4\n", KERAS_2),
        ("requirements/tensorflow/env.cpu.yml", "- tensorflow<2.16\n", KERAS_2),
        ("Dockerfile", "FROM tensorflow/tensorflow:2.4.1-gpu\n", KERAS_2),
        ("Dockerfile", "FROM tensorflow/tensorflow:2.18.0\n", ""),
        ("Dockerfile", "FROM tensorflow/tensorflow:latest\n", None),
        ("Dockerfile", "FROM python:3.7-slim\nRUN pip install tensorflow\n", KERAS_2),
        ("environment.yml", "dependencies:\n  - python=3.8.5\n  - tensorflow\n", KERAS_2),
        ("environment.yml", "dependencies:\n  - python=3.10\n  - tensorflow\n", None),
        ("environment.yml", "dependencies:\n  - python>=3.7\n  - tensorflow\n", None),
        ("requirements.txt", "tensorflow==2.18.0\n", ""),
        ("requirements.txt", "tensorflow<3\n", ""),
        ("requirements.txt", "keras==3.5.0\n", None),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "^2.8"\n', ""),
        ("requirements.txt", "tensorflow==2.3; python_version<'3.8'\ntensorflow==2.18\n", ""),
        ("requirements.txt", "tensorflow>=2.0\n", None),
        ("requirements.txt", "# tensorflow==2.3\ntensorflow-probability==0.8\n", None),
        ("requirements.txt", "keras-tuner~=1.4.6\nfoo-tf-keras==1.0\n", None),
        ("requirements.txt", "tensorflow==2.18\ntf-keras>=2.16\n", KERAS_2),
        ("setup.py", "setup(install_requires=['tf_keras'])\n", KERAS_2),
        (".travis.yml", "install:\n  - pip install tensorflow==1.12 -q\n", KERAS_2),
        ("README.md", "Requires Python 3 and **TensorFlow 2.3**.\n", KERAS_2),
        ("README.md", "- Keras v2.2.4\n- numpy\n", KERAS_2),
        ("README.md", "![](https://img.shields.io/badge/TensorFlow-2.4-orange)\n", KERAS_2),
        ("README.md", "TensorFlow 2.3 or newer\n", None),
        ("README.md", "Works with TensorFlow 2.3+, Keras >= 2.4\n", None),
        ("README.md", "Tested with TensorFlow 2.10 and TensorFlow 2.17.\n", ""),
        ("README.md", "A project for TensorFlow 2.\n", None),
        ("setup.py", "description='needs TensorFlow 2.3'\n", None),
    ],
)
def test_pins(project: Path, name: str, text: str, version: str | None) -> None:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_text(text)
    layer = required_version(str(project))
    found = None if layer is None else layer.values.get(KEY, "")
    assert found == version


def test_a_pin_decides_which_keras_is_meant(project: Path) -> None:
    assert codes(project) == {"TFG805"}
    (project / "requirements.txt").write_text("tensorflow==2.9\n")
    assert codes(project) == set()
    assert codes(project, "--isolated") == set()
    assert codes(project, "--tensorflow-version", "2.21") == {"TFG805"}


def test_configuration_has_precedence(project: Path) -> None:
    (project / "requirements.txt").write_text("tensorflow==2.9\n")
    (project / "tflintgrad.toml").write_text('tensorflow-version = "2.21"\n')
    assert codes(project) == {"TFG805"}


def test_the_nearest_pin_counts(project: Path) -> None:
    inner = project / "inner"
    inner.mkdir()
    (inner / "train.py").write_text(PROGRAM)
    (project / "requirements.txt").write_text("tensorflow==2.9\n")
    assert codes(inner) == set()
    (inner / "requirements.txt").write_text("tensorflow==2.20\n")
    assert codes(inner) == {"TFG805"}


def test_config_says_where_the_version_comes_from(project: Path) -> None:
    (project / "requirements.txt").write_text("numpy\ntensorflow==2.9\n")
    _, output, _ = call(project, "config", "train.py")
    assert f'tensorflow-version = "{KERAS_2}"  # requirements.txt:2' in output


def test_an_argument_of_keras_2_tells_the_version_too(project: Path) -> None:
    (project / "train.py").write_text(PROGRAM.replace("Adam()", "Adam(lr=0.1)"))
    assert codes(project) == set()
