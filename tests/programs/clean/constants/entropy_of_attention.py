# effect: ok
# beside: TFG311, TFG603, TFG806
# the entropy of a softmax is not constant
import tensorflow as tf


class Attention(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.q = tf.keras.layers.Dense(units)
        self.k = tf.keras.layers.Dense(units)

    def call(self, x):
        return tf.nn.log_softmax(tf.matmul(self.q(x), self.k(x), transpose_b=True), axis=-1)


att = Attention(8)
x = tf.random.normal((2, 5, 3))
with tf.GradientTape() as tape:
    lw = att(x)
    ent = -tf.reduce_mean(tf.reduce_sum(tf.exp(lw) * lw, axis=-1))
print(tape.gradient(ent, att.trainable_variables))
