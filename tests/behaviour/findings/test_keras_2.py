"""Programs that choose Keras 2 beside a newer TensorFlow are judged by what Keras 2 does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tflintgrad import check_files, check_source
from tflintgrad.config.settings import Settings

# Keras 3 refuses to have its variables watched, Keras 2 does not.
WATCHED = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
with tf.GradientTape() as tape:
    tape.watch(model.trainable_variables)
    loss = tf.reduce_mean(model(tf.ones((4, 2))) ** 2)
print(tape.gradient(loss, model.trainable_variables))
"""
VARIABLE = "TF_USE_LEGACY_KERAS"


@pytest.mark.parametrize(
    "line",
    [
        f'os.environ["{VARIABLE}"] = "1"',
        f"os.environ['{VARIABLE}']='True'",
        f'os.environ["{VARIABLE}"] = str(1)',
        f'os.environ.setdefault("{VARIABLE}", "1")',
        f'os.putenv("{VARIABLE}", "true")',
        f'os.environ.update({{"{VARIABLE}": "1"}})',
    ],
)
def test_chosen(line: str) -> None:
    assert check_source(f"import os\n{line}\n{WATCHED}") == []


@pytest.mark.parametrize(
    "line",
    [
        "",
        f'os.environ["{VARIABLE}"] = "0"',
        f'os.environ["{VARIABLE}"] = "10"',
        f'os.environ.pop("{VARIABLE}", None)',
        f'assert "{VARIABLE}" not in os.environ',
    ],
)
def test_not_chosen(line: str) -> None:
    found = check_source(f"import os\n{line}\n{WATCHED}")
    assert [finding.code for finding in found] == ["TFG112"]


STEP = """\
import tensorflow as tf


def step(model):
    with tf.GradientTape() as tape:
        tape.watch(model.trainable_variables)
        loss = tf.reduce_mean(model(tf.ones((4, 2))) ** 2)
    return tape.gradient(loss, model.trainable_variables)
"""
TRAIN = """\
import tensorflow as tf
from step import step

step(tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)]))
"""


def test_holds_for_all_modules_of_a_program(tmp_path: Path) -> None:
    (tmp_path / "step.py").write_text(STEP)
    assert codes_in(tmp_path, TRAIN) == ["TFG112"]
    assert codes_in(tmp_path, f'import os\nos.environ["{VARIABLE}"] = "1"\n{TRAIN}') == []


def codes_in(project: Path, program: str) -> list[str]:
    (project / "train.py").write_text(program)
    return [finding.code for result in check_files([str(project)]) for finding in result.findings]


GAN = """\
import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
discriminator = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
discriminator.compile("sgd", "mse")
discriminator.trainable = False
gan = tf.keras.Sequential([tf.keras.Input((2,)), generator, discriminator])
gan.compile("sgd", "mse")
discriminator.train_on_batch(tf.ones((4, 3)), tf.ones((4, 1)))
gan.train_on_batch(tf.ones((4, 2)), tf.ones((4, 1)))
"""


def test_a_discriminator_is_compiled_before_it_is_frozen() -> None:
    """Keras 2 trains what was trainable in `compile`, which this idiom of GANs relies on."""
    assert [finding.code for finding in check_source(GAN)] == ["TFG808"]
    assert check_source(f'import os\nos.environ["{VARIABLE}"] = "1"\n{GAN}') == []
    assert check_source(GAN.replace('"sgd"', "tf.keras.optimizers.SGD(lr=0.1)")) == []


TWO_HALVES = f"""\
import os
os.environ["{VARIABLE}"] = "1"
import tensorflow as tf

generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
generator.trainable = False
noise = tf.keras.Input((2,))
critic_model = tf.keras.Model(noise, critic(generator(noise)))
critic_model.compile("sgd", "mse")
critic.trainable = False
generator.trainable = True
other = tf.keras.Input((2,))
gan = tf.keras.Model(other, critic(generator(other)))
gan.compile("sgd", "mse")
critic.trainable = True
for _ in range(2):
    critic_model.train_on_batch(tf.ones((4, 2)), tf.zeros((4, 1)))
    gan.train_on_batch(tf.ones((4, 2)), tf.ones((4, 1)))
"""


def test_each_half_goes_by_the_flags_of_its_own_compile() -> None:
    assert check_source(TWO_HALVES) == []
    # Without the other half, nothing trains the generator.
    alone = TWO_HALVES.replace('gan.compile("sgd", "mse")', "").replace("    gan.train", "    # ")
    assert [finding.code for finding in check_source(alone)] == ["TFG808"]


RESIZED = f"""\
import os
os.environ["{VARIABLE}"] = "1"
import tensorflow as tf


class Resize(tf.keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def call(self, images):
        return tf.image.resize(images, self.size)


reader = tf.keras.Sequential([tf.keras.Input((8, 8, 1)), tf.keras.layers.Conv2D(2, 3)])
painter = tf.keras.Sequential([tf.keras.layers.Dense(9), tf.keras.layers.Reshape((3, 3, 1))])
painter.add(Resize(reader.layers[-1].output_shape[1:3]))
painter.add(tf.keras.layers.Conv2D(1, 3))
noise = tf.keras.Input((2,))
both = tf.keras.Model(noise, reader(painter(noise)))
both.compile("sgd", "mse")
both.fit(tf.ones((4, 2)), tf.ones((4, 1)))
"""


def test_the_shape_of_a_layer_is_no_path_from_its_weights() -> None:
    assert check_source(RESIZED) == []


DATED = {
    "LICENSE": "MIT License\n\nCopyright (c) 2020 The Authors\n",
    "README.md": "Tested with Python 3.6+ and TensorFlow 2.3+.\n",
    "setup.py": "setup(name='a', install_requires=['tensorflow>=2.1'])\n",
}


@pytest.mark.parametrize("document", DATED)
def test_in_doubt_both_versions_have_to_agree(tmp_path: Path, document: str) -> None:
    """What only Keras 3 does is no mistake in a project that dates from the time before."""
    assert codes_in(tmp_path, GAN) == ["TFG808"]
    (tmp_path / document).write_text(DATED[document])
    assert codes_in(tmp_path, GAN) == []
    packages = tmp_path / ".venv" / "lib" / "python3.12" / "site-packages"
    (packages / "keras-2.15.0.dist-info").mkdir(parents=True)
    assert codes_in(tmp_path, GAN) == []
    (packages / "keras-3.9.0.dist-info").mkdir()
    assert codes_in(tmp_path, GAN) == ["TFG808"]
    (packages / "keras-3.9.0.dist-info").rmdir()
    both = GAN.replace(
        'discriminator.compile("sgd", "mse")\ndiscriminator.trainable = False',
        'discriminator.trainable = False\ndiscriminator.compile("sgd", "mse")',
    )
    assert codes_in(tmp_path, both) == ["TFG808"]
    assert codes_in(tmp_path, f"keras.ops.ones(3)\n{GAN}") == ["TFG808"]  # only Keras 3 has it


GRAPH = """\
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.layers.dense(tf.layers.dense(x, 8), 1) ** 2)
print(tf.gradients(loss, tf.trainable_variables()))
"""


def test_a_graph_makes_weights_once() -> None:
    """Layers of TensorFlow 1 raise in a traced function, not in a graph that is built by hand."""
    settings = Settings(tensorflow_version="2.15")
    assert check_source(GRAPH, settings=settings) == []


STEP_WITH_DROPOUT = """\
import tensorflow as tf

dense, dropout = tf.keras.layers.Dense(1), tf.keras.layers.Dropout(0.5)
model = tf.keras.Sequential([tf.keras.Input((2,)), dense, dropout])
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.ones((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(x) ** 2)
gradients = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
"""


def test_a_step_that_is_told_otherwise_trains() -> None:
    """Keras 2 has a phase for the whole program, and takes `training` by position."""
    assert [finding.code for finding in check_source(STEP_WITH_DROPOUT)] == ["TFG528"]
    phase = "tf.keras.backend.set_learning_phase(1)\nmodel ="
    assert check_source(STEP_WITH_DROPOUT.replace("model =", phase, 1)) == []
    imported = "from tensorflow.keras import backend as K\nK.set_learning_phase(True)\nmodel ="
    assert check_source(STEP_WITH_DROPOUT.replace("model =", imported, 1)) == []
    assert check_source(STEP_WITH_DROPOUT.replace("model(x)", "model(x, True)")) == []
