# effect: ok
# beside: TFG805
# a tf.Module finds its tf.Variables
import tensorflow as tf


class Affine(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.w = tf.Variable(tf.random.normal((n, 1)))
        self.b = tf.Variable(0.0)

    def __call__(self, x):
        return x @ self.w + self.b


m = Affine(3)
opt = tf.keras.optimizers.SGD(0.1)
x = tf.random.normal((4, 3))
for _ in range(3):
    with tf.GradientTape() as t:
        l = tf.reduce_mean(m(x) ** 2)
    g = t.gradient(l, m.trainable_variables)
    opt.apply_gradients(zip(g, m.trainable_variables))
