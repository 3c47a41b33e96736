# effect: ok
# beside: TFG603, TFG607
# a mask times a large finite number
import tensorflow as tf


class SelfAttention(tf.keras.layers.Layer):
    def __init__(self, d):
        super().__init__()
        self.q, self.k, self.v = (tf.keras.layers.Dense(d) for _ in range(3))

    def call(self, x, mask):
        s = tf.matmul(self.q(x), self.k(x), transpose_b=True)
        s += (1.0 - tf.cast(mask, tf.float32)) * -1e9
        return tf.matmul(tf.nn.softmax(s), self.v(x))


layer = SelfAttention(4)
x = tf.random.normal((1, 3, 4))
mask = tf.constant([[True, True, False]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(layer(x, mask) ** 2)
print(tape.gradient(loss, layer.trainable_variables)[0])
