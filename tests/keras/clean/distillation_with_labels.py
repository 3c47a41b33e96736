# effect: ok
# distillation: frozen teacher, detached soft targets, hints from a hidden layer
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(34)

CLASSES = 4


def make_network(widths, name):
    inputs = keras.Input((6,))
    x = inputs
    for number, width in enumerate(widths):
        x = layers.Dense(width, activation="relu", name=f"{name}_{number}")(x)
    return keras.Model(inputs, [x, layers.Dense(CLASSES, name=f"{name}_logits")(x)], name=name)


class Distiller(keras.Model):
    def __init__(self, teacher, student, alpha=0.3, temperature=3.0):
        super().__init__()
        self.teacher, self.student = teacher, student
        self.alpha, self.temperature = alpha, temperature
        self.teacher.trainable = False
        self.hint = layers.Dense(teacher.output[0].shape[-1])

    def call(self, inputs, training=False):
        hidden, logits = self.student(inputs, training=training)
        if training:
            return self.hint(hidden), logits
        return logits

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        if not training:
            return super().compute_loss(x, y, y_pred, sample_weight)
        teacher_hidden, teacher_logits = self.teacher(x, training=False)
        soft_targets = tf.stop_gradient(tf.nn.softmax(teacher_logits / self.temperature))
        hinted, logits = y_pred
        hard = super().compute_loss(x, y, logits, sample_weight)
        soft = tf.nn.softmax_cross_entropy_with_logits(soft_targets, logits / self.temperature)
        hint = tf.reduce_mean(tf.square(hinted - tf.stop_gradient(teacher_hidden)))
        soft = tf.reduce_mean(soft) * self.temperature**2
        return self.alpha * hard + (1.0 - self.alpha) * soft + 0.1 * hint

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            outputs = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=outputs, training=True)
        variables = self.trainable_variables
        self.optimizer.apply(tape.gradient(loss, variables), variables)
        agreement = tf.equal(tf.argmax(outputs[1], 1), tf.argmax(self.teacher(x)[1], 1))
        return {"loss": loss, "agreement": tf.reduce_mean(tf.cast(agreement, tf.float32))}


rng = np.random.default_rng(35)
labels = rng.integers(0, CLASSES, size=64)
x = rng.normal(scale=2.0, size=(CLASSES, 6))[labels] + rng.normal(size=(64, 6))
x = x.astype("float32")

teacher = make_network([16, 12], "teacher")
pretrain = keras.Model(teacher.input, teacher.output[1])
cross_entropy = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
pretrain.compile(optimizer="adam", loss=cross_entropy)
pretrain.fit(x, labels, batch_size=32, epochs=1, verbose=0)

distiller = Distiller(teacher, make_network([5], "student"))
distiller.compile(optimizer=keras.optimizers.Adam(1e-2), loss=cross_entropy)
history = distiller.fit(x, labels, batch_size=32, epochs=1, verbose=0)
print({name: float(values[-1]) for name, values in history.history.items()})
teacher_guess = np.argmax(teacher.predict(x, verbose=0)[1], axis=1)
print("teacher accuracy", float((teacher_guess == labels).mean()))
