# effect: nan
# a hand-written ELU: exp overflows in the branch that is not taken
import tensorflow as tf


class ELU(tf.keras.layers.Layer):
    def __init__(self, alpha=1.0):
        super().__init__()
        self.alpha = alpha

    def call(self, x):
        neg = self.alpha * (tf.exp(x) - 1.0)  # TFG601
        return tf.where(x > 0.0, x, neg)


x = tf.Variable([200.0, -1.0])
act = ELU()
with tf.GradientTape() as tape:
    y = tf.reduce_sum(act(x))
print(tape.gradient(y, x))
