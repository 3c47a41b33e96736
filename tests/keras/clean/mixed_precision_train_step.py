# effect: ok
# mixed precision: casts between floats, the loss is scaled under the tape
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(9)


class Classifier(keras.Model):
    def __init__(self, classes, policy):
        super().__init__()
        self.classes = classes
        self.first = keras.layers.Dense(16, activation="relu", dtype=policy)
        self.noise = keras.layers.GaussianNoise(0.1, dtype=policy)
        self.last = keras.layers.Dense(classes, dtype=policy)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.hits = keras.metrics.SparseCategoricalAccuracy(name="accuracy")

    @property
    def metrics(self):
        return [self.loss_tracker, self.hits]

    def call(self, inputs, training=False):
        x = tf.cast(inputs, tf.float16)
        x = self.noise(self.first(x), training=training)
        return tf.cast(self.last(x), tf.float32)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=logits)
            scaled_loss = self.optimizer.scale_loss(loss)
        trainable = self.trainable_variables
        gradients = tape.gradient(scaled_loss, trainable)
        self.optimizer.apply(gradients, trainable)
        self.loss_tracker.update_state(loss)
        self.hits.update_state(y, logits)
        return {metric.name: metric.result() for metric in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        self.loss_tracker.update_state(self.compute_loss(x=x, y=y, y_pred=logits))
        self.hits.update_state(y, tf.round(logits * 100.0) / 100.0)
        return {metric.name: metric.result() for metric in self.metrics}


def make_digits(count):
    rng = np.random.default_rng(13)
    labels = rng.integers(0, 4, size=count).astype("int32")
    pixels = rng.integers(0, 64, size=(count, 12)) + 40 * labels[:, None]
    return (np.clip(pixels, 0, 255).astype("uint8") / 255.0).astype("float32"), labels


x, y = make_digits(64)
model = Classifier(4, "mixed_float16")
model.compile(
    optimizer=keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3), 256.0),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
history = model.fit(x, y, batch_size=16, epochs=1, verbose=0)
print("training", {name: float(values[-1]) for name, values in history.history.items()})
print("test", model.evaluate(x, y, verbose=0, return_dict=True))
print("scale", float(model.optimizer.dynamic_scale))
