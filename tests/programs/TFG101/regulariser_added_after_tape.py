# effect: none
# the data term is recorded, the sum with the penalty is not, so the whole total is unconnected
import tensorflow as tf


class Ridge(tf.Module):
    def __init__(self, dim, strength=0.1):
        super().__init__()
        self.strength = strength
        self.coef = tf.Variable(tf.ones((dim, 1)))

    def penalty(self):
        return self.strength * tf.nn.l2_loss(self.coef)

    def fit_once(self, x, y):
        with tf.GradientTape() as tape:
            residual = tf.matmul(x, self.coef) - y
            data_term = tf.reduce_mean(residual**2)
        objective = data_term + self.penalty()  # TFG101
        return tape.gradient(objective, self.coef)


print(Ridge(2).fit_once(tf.constant([[1.0, 2.0], [0.0, 1.0]]), tf.constant([[1.0], [0.0]])))
