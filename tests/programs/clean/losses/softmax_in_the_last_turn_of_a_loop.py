# effect: ok
# a builder gives the softmax to the last of its layers only
import tensorflow as tf


class Mix(tf.keras.layers.Layer):
    def __init__(self, units, activation):
        super().__init__()
        self.units = units
        self.activation = activation

    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units), name="kernel")
        self.bias = self.add_weight(shape=(self.units,), name="bias")

    def call(self, inputs):
        output = tf.matmul(inputs, self.kernel) + self.bias
        if self.activation:
            output = self.activation(output)
        return output


def network(widths, activation=tf.nn.relu):
    inputs = hidden = tf.keras.Input((4,))
    for position, width in enumerate(widths):
        if position == len(widths) - 1:
            activation = tf.nn.softmax
        hidden = Mix(width, activation)(hidden)
    return tf.keras.Model(inputs, hidden)


model = network([8, 3])
model.compile("adam", "categorical_crossentropy")
model.fit(tf.random.normal((16, 4)), tf.one_hot(tf.range(16) % 3, 3), verbose=0)
