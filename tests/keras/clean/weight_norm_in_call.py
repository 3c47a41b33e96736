# effect: ok
# constants and first values are made in build, everything learned is computed in call
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(4)


class WeightNormDense(tf.keras.layers.Layer):
    def __init__(self, units, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.activation = tf.keras.activations.get(activation)

    def build(self, input_shape):
        width = input_shape[-1]
        self.direction = self.add_weight(
            name="direction", shape=(width, self.units), initializer="glorot_uniform"
        )
        norms = np.linalg.norm(self.direction.numpy(), axis=0)
        self.length = self.add_weight(
            name="length",
            shape=(self.units,),
            initializer=tf.keras.initializers.Constant(norms.mean()),
        )
        self.bias = self.add_weight(name="bias", shape=(self.units,), initializer="zeros")
        self.temperature = tf.constant(1.0 / np.sqrt(width), dtype=tf.float32)

    @property
    def kernel(self):
        return self.length * tf.math.l2_normalize(self.direction, axis=0)

    def call(self, inputs):
        return self.activation(self.temperature * tf.matmul(inputs, self.kernel) + self.bias)


class Fourier(tf.keras.layers.Layer):
    """Fixed random frequencies with learned amplitudes."""

    def __init__(self, features, **kwargs):
        super().__init__(**kwargs)
        self.features = features

    def build(self, input_shape):
        rng = np.random.default_rng(0)
        table = rng.normal(size=(input_shape[-1], self.features)).astype("float32")
        self.frequencies = tf.constant(table)
        self.phases = tf.linspace(0.0, 3.1416, self.features)
        self.amplitude = self.add_weight(shape=(self.features,), initializer="ones")

    def call(self, inputs):
        return self.amplitude * tf.sin(tf.matmul(inputs, self.frequencies) + self.phases)


rng = np.random.default_rng(6)
x = rng.uniform(-2.0, 2.0, size=(64, 3)).astype("float32")
y = (np.sin(2.0 * x[:, :1]) + 0.1 * rng.normal(size=(64, 1))).astype("float32")
model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        Fourier(8),
        WeightNormDense(6, "tanh"),
        WeightNormDense(1),
    ]
)
model.compile(optimizer=tf.keras.optimizers.Adam(1e-2), loss="mse")
history = model.fit(x, y, batch_size=16, epochs=1, verbose=0)
print("loss", history.history["loss"])
for layer in model.layers[1:]:
    print(layer.name, np.linalg.norm(layer.kernel.numpy(), axis=0), layer.length.numpy())
