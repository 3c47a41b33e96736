# effect: none
# direction and magnitude are written into the kernel by assign; the magnitude never learns
import tensorflow as tf


class WeightNormDense(tf.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.v = tf.Variable(tf.ones((n_in, n_out)))
        self.g = tf.Variable(tf.ones((n_out,)))
        self.kernel = tf.Variable(tf.zeros((n_in, n_out)), trainable=False)

    def __call__(self, x):
        self.kernel.assign(self.g * tf.math.l2_normalize(self.v, axis=0))  # TFG403
        return tf.matmul(x, self.kernel)


layer = WeightNormDense(3, 2)
with tf.GradientTape() as tape:
    y = layer(tf.ones((5, 3)))
    loss = tf.reduce_mean(tf.square(y - 2.0))
grads = tape.gradient(loss, layer.trainable_variables)
print([None if g is None else g.shape for g in grads])
