# effect: none
# adaptive computation: the number of ponder steps is the only use of the halting unit
import tensorflow as tf


class ACT(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.halt = tf.Variable(2.6)
        self.w = tf.Variable(0.9)

    def n_steps(self):
        return int(tf.math.ceil(self.halt))

    def call(self, x):
        for _ in range(self.n_steps()):
            x = self.w * x
        return x


act = ACT()
with tf.GradientTape() as tape:
    y = act.call(tf.constant(2.0))
print(tape.gradient(y, [act.halt, act.w]))  # TFG104
