# effect: zero
# attention pooling in a layer: one score per step, but the softmax is over the last axis
import tensorflow as tf


class AttentionPooling(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.project = tf.keras.layers.Dense(units, activation="tanh")
        self.score = tf.keras.layers.Dense(1, use_bias=False)

    def call(self, sequence):
        scores = self.score(self.project(sequence))
        weights = tf.nn.softmax(scores, axis=-1)  # TFG806
        return tf.reduce_sum(weights * sequence, axis=1)


pooling = AttentionPooling(4)
sequence = tf.random.normal((2, 6, 3), seed=5)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(pooling(sequence) - 1.0))
print(tape.gradient(loss, pooling.trainable_variables))
