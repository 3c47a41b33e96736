# effect: none
# a regulariser object makes a Python float of the norm
import tensorflow as tf


class MaxNormPenalty:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, w):
        excess = max(0.0, float(tf.reduce_sum(w**2)) - self.limit)  # TFG203
        return tf.constant(excess, tf.float32)


dense = tf.keras.layers.Dense(2, use_bias=False, kernel_initializer="ones")
dense.build((None, 3))
penalty = MaxNormPenalty(1.0)
with tf.GradientTape() as tape:
    loss = penalty(dense.kernel)
print(tape.gradient(loss, dense.trainable_variables))
