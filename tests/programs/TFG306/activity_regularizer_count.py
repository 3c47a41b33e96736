# effect: none
# a sparsity regulariser that counts active units
import tensorflow as tf


class Sparsity(tf.keras.regularizers.Regularizer):
    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        active = tf.cast(x > 0.01, tf.float32)  # TFG306
        return self.k * tf.reduce_mean(active)


w = tf.Variable([0.5, -0.2])
reg = Sparsity(0.1)
with tf.GradientTape() as tape:
    penalty = reg(tf.nn.relu(w))
print(tape.gradient(penalty, w))
