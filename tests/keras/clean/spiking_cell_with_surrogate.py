# effect: ok
# a spiking cell in keras.layers.RNN whose threshold has a surrogate gradient
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(20)


@tf.custom_gradient
def spike(excess):
    """A step forward, the slope of a fast sigmoid backward."""

    def grad(upstream):
        return upstream / tf.square(1.0 + 5.0 * tf.abs(excess))

    return tf.cast(excess > 0.0, tf.float32), grad


class LIFCell(keras.layers.Layer):
    def __init__(self, units, leak=0.9, threshold=1.0, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.leak = leak
        self.threshold = threshold
        self.state_size = units
        self.output_size = units

    def build(self, input_shape):
        self.kernel = self.add_weight(
            shape=(input_shape[-1], self.units),
            initializer=keras.initializers.RandomUniform(0.0, 0.6),
            name="kernel",
        )

    def call(self, inputs, states, training=False):
        potential = self.leak * states[0] + tf.matmul(inputs, self.kernel)
        spikes = spike(potential - self.threshold)
        reset = tf.stop_gradient(spikes) * self.threshold
        return spikes, [potential - reset]


class FiringRate(keras.callbacks.Callback):
    def __init__(self, probe, inputs):
        super().__init__()
        self.probe, self.inputs = probe, inputs

    def on_epoch_end(self, epoch, logs=None):
        rates = self.probe(self.inputs).numpy().mean(axis=(0, 1))
        print("firing rates", np.round(rates, 2))


rng = np.random.default_rng(21)
rates = rng.uniform(0.1, 0.9, size=(32, 4))
labels = (rates[:, 0] > rates[:, 1]).astype("int32")
noise = rng.uniform(size=(32, 10, 4))
trains = (noise < rates[:, None, :]).astype("float32")

inputs = keras.Input((10, 4))
spikes = keras.layers.RNN(LIFCell(8), return_sequences=True, name="spiking")(inputs)
counts = keras.layers.GlobalAveragePooling1D()(spikes)
outputs = keras.layers.Dense(2, activation="softmax")(counts)
network = keras.Model(inputs, outputs)
network.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
probe = keras.Model(inputs, spikes)
history = network.fit(
    trains, labels, batch_size=16, epochs=1, verbose=0, callbacks=[FiringRate(probe, trains)]
)
print("loss", history.history["loss"], "accuracy", history.history["accuracy"])
