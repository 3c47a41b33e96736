# effect: none
# bilevel: the regularisation strength is turned into a float for the inner solver
import tensorflow as tf


class Ridge:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def solve(self, lam):
        eye = tf.eye(self.x.shape[1])
        return tf.linalg.solve(
            tf.transpose(self.x) @ self.x + lam * eye, tf.transpose(self.x) @ self.y
        )


class Bilevel:
    def __init__(self, inner):
        self.inner = inner
        self.log_lam = tf.Variable(0.0)

    @property
    def lam(self):
        return tf.exp(self.log_lam).numpy()  # TFG201

    def outer_loss(self, x, y):
        w = self.inner.solve(self.lam)
        return tf.reduce_mean((x @ w - y) ** 2)


x = tf.constant([[1.0, 0.0], [0.5, 1.0], [0.2, 0.3]])
y = tf.constant([[1.0], [2.0], [0.5]])
problem = Bilevel(Ridge(x, y))
with tf.GradientTape() as tape:
    loss = problem.outer_loss(x, y)
print(tape.gradient(loss, problem.log_lam))
