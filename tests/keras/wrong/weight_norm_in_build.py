# effect: none
# weight normalisation: the effective kernel is computed once, where the weights are made
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(21)


class WeightNormDense(tf.keras.layers.Layer):
    """Salimans and Kingma (2016): a direction and a length for every unit."""

    def __init__(self, units, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.activation = tf.keras.activations.get(activation)

    def build(self, input_shape):
        width = input_shape[-1]
        self.direction = self.add_weight(
            name="direction", shape=(width, self.units), initializer="glorot_uniform"
        )
        self.length = self.add_weight(name="length", shape=(self.units,), initializer="ones")
        self.bias = self.add_weight(name="bias", shape=(self.units,), initializer="zeros")
        self.kernel = self.length * tf.math.l2_normalize(self.direction, axis=0)  # TFG804

    def call(self, inputs):
        return self.activation(tf.matmul(inputs, self.kernel) + self.bias)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)


class Regressor(tf.keras.Model):
    def __init__(self, hidden):
        super().__init__()
        self.hidden_layers = [WeightNormDense(width, "tanh") for width in hidden]
        self.head = tf.keras.layers.Dense(1)

    def build(self, input_shape):
        shape = tuple(input_shape)
        for layer in [*self.hidden_layers, self.head]:
            layer.build(shape)
            shape = layer.compute_output_shape(shape)

    def call(self, inputs, training=False):
        x = inputs
        for layer in self.hidden_layers:
            x = layer(x)
        return self.head(x)


def make_data(count):
    rng = np.random.default_rng(5)
    x = rng.uniform(-2.0, 2.0, size=(count, 3)).astype("float32")
    y = np.sin(x[:, :1]) * x[:, 1:2] + 0.1 * rng.normal(size=(count, 1))
    return x, y.astype("float32")


x, y = make_data(64)
model = Regressor([6, 6])
model.build((None, 3))
model.compile(optimizer=tf.keras.optimizers.Adam(5e-3), loss="mse", metrics=["mae"])
before = [layer.kernel.numpy().copy() for layer in model.hidden_layers]
history = model.fit(x, y, batch_size=16, epochs=1, verbose=0)
for layer, kernel in zip(model.hidden_layers, before):
    moved = np.abs(layer.kernel.numpy() - kernel).max()
    print(layer.name, "largest change of the kernel", moved)
print("loss", history.history["loss"])
