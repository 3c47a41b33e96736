# effect: none
# hand-written stateful cell: output is read from the assigned state
import tensorflow as tf


class StatefulCell(tf.keras.layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.dense = tf.keras.layers.Dense(units, activation="tanh")

    def build(self, input_shape):
        self.dense.build((input_shape[0], input_shape[-1] + self.units))
        self.state = self.add_weight(
            shape=(input_shape[0], self.units), initializer="zeros", trainable=False
        )

    def call(self, x):
        self.state.assign(self.dense(tf.concat([x, self.state], axis=-1)))  # TFG403
        return self.state * 1.0


cell = StatefulCell(3)
head = tf.keras.layers.Dense(1)
x = tf.ones((2, 4))
head(cell(x))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(head(cell(x)))
print(tape.gradient(loss, cell.trainable_variables))
