# effect: none
# a custom cell rounds its state; RNN(cell) trains nothing recurrent
import tensorflow as tf


class TernaryCell(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.state_size = units

    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], self.units), name="w")
        self.u = self.add_weight(shape=(self.units, self.units), name="u")

    def call(self, x, states):
        h = tf.tanh(x @ self.w + states[0] @ self.u)
        h = tf.round(h)  # TFG301
        return h, [h]


rnn = tf.keras.layers.RNN(TernaryCell(2), unroll=True)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(rnn(tf.ones((1, 3, 2))))
print(tape.gradient(loss, rnn.trainable_variables))
