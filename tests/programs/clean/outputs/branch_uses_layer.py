# effect: ok
# beside: TFG810
# a layer whose result only one branch uses, and a name that is bound again in a branch
import tensorflow as tf


class Gate(tf.keras.Model):
    def __init__(self, residual):
        super().__init__()
        self.residual = residual
        self.first = tf.keras.layers.Dense(3)
        self.second = tf.keras.layers.Dense(3)

    def call(self, x, training=None):
        h = self.first(x)
        if training:
            h = h + self.second(x)
        if self.residual:
            h = h + x
        return h + 0.0 * self.second(x)


gate = Gate(True)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(gate(tf.ones((1, 3)), training=True))
print(tape.gradient(loss, gate.trainable_variables))
