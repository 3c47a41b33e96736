# effect: none
# the factory's default makes the variables non-trainable
import tensorflow as tf


class VariableFactory:
    def __init__(self, dtype=tf.float32, learnable=False):
        self.dtype = dtype
        self.learnable = learnable
        self.made = []

    def scalar(self, value, name):
        v = tf.Variable(value, dtype=self.dtype, trainable=self.learnable, name=name)
        self.made.append(v)
        return v


class Kernel:
    def __init__(self, factory):
        self.log_length = factory.scalar(0.0, "log_length")
        self.log_noise = factory.scalar(-2.0, "log_noise")

    def matrix(self, x):
        d2 = tf.square(x[:, None] - x[None, :])
        k = tf.exp(-0.5 * d2 / tf.exp(2.0 * self.log_length))
        return k + tf.exp(self.log_noise) * tf.eye(x.shape[0])


class GaussianProcess:
    def __init__(self, kernel):
        self.kernel = kernel

    def negative_log_marginal(self, x, y):
        chol = tf.linalg.cholesky(self.kernel.matrix(x))
        alpha = tf.linalg.cholesky_solve(chol, y[:, None])[:, 0]
        log_det = 2.0 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(chol)))
        return 0.5 * tf.reduce_sum(y * alpha) + 0.5 * log_det


def search(gp, parameters, x, y, steps=3, lr=0.05):
    for step in range(steps):
        with tf.GradientTape() as tape:
            nlm = gp.negative_log_marginal(x, y)
        grads = tape.gradient(nlm, parameters)  # TFG111
        for p, g in zip(parameters, grads):
            if g is not None:
                p.assign_sub(lr * g)
        print(step, float(nlm))


factory = VariableFactory()
gp = GaussianProcess(Kernel(factory))
x = tf.constant([0.0, 0.5, 1.0, 2.0])
search(gp, factory.made, x, tf.sin(x))
