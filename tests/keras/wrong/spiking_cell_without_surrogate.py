# effect: none
# a leaky integrate-and-fire cell in keras.layers.RNN: a spike is a comparison
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(47)


class LIFCell(keras.layers.Layer):
    """Leaky integrate-and-fire neurons; the output of a step is 1 where a neuron fires."""

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
        potential = states[0]
        potential = self.leak * potential + tf.matmul(inputs, self.kernel)
        spikes = tf.cast(potential > self.threshold, tf.float32)  # TFG306
        potential = potential - tf.stop_gradient(spikes) * self.threshold
        return spikes, [potential]


def encode_rates(values, steps, rng):
    """Poisson-like spike trains with the given rates."""
    noise = rng.uniform(size=(len(values), steps, values.shape[1]))
    return (noise < values[:, None, :]).astype("float32")


rng = np.random.default_rng(10)
rates = rng.uniform(0.1, 0.9, size=(32, 4))
labels = (rates[:, :2].sum(axis=1) > rates[:, 2:].sum(axis=1)).astype("int32")
trains = encode_rates(rates, 10, rng)

inputs = keras.Input((10, 4))
spikes = keras.layers.RNN(LIFCell(8), return_sequences=True, unroll=True)(inputs)
counts = keras.layers.GlobalAveragePooling1D()(spikes)
outputs = keras.layers.Dense(2, activation="softmax")(counts)
network = keras.Model(inputs, outputs)
network.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
kernel_before = network.layers[1].cell.kernel.numpy().copy()
history = network.fit(trains, labels, batch_size=16, epochs=1, verbose=0)
kernel_after = network.layers[1].cell.kernel.numpy()
print("loss", history.history["loss"][-1])
print("kernel moved by", float(np.abs(kernel_after - kernel_before).max()))
