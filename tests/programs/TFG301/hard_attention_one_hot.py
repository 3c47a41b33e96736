# effect: none
# attention picks its key by argmax and one_hot: the scorer gets no signal
import tensorflow as tf


class HardAttention(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.query = tf.keras.layers.Dense(units, use_bias=False)

    def weights_for(self, x, memory):
        scores = tf.matmul(self.query(x), memory, transpose_b=True)
        return self.harden(scores)

    def harden(self, scores):
        idx = tf.argmax(scores, axis=-1)  # TFG301
        return tf.one_hot(idx, depth=tf.shape(scores)[-1])

    def call(self, x, memory):
        return tf.matmul(self.weights_for(x, memory), memory)


attn = HardAttention(2)
memory = tf.constant([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
with tf.GradientTape() as tape:
    out = attn(tf.ones((2, 2)), memory)
    loss = tf.reduce_mean((out - 1.0) ** 2)
print(tape.gradient(loss, attn.trainable_weights))
