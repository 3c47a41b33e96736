# effect: nan
# where() hides the zero counts in the value, not in the gradient
import tensorflow as tf


class PoissonDeviance:
    def __init__(self, reduction="mean"):
        self.reduction = reduction

    def unit(self, counts, rate):
        term = counts * tf.math.log(counts / rate)  # TFG601
        term = tf.where(counts > 0, term, tf.zeros_like(term))
        return 2.0 * (term - (counts - rate))

    def __call__(self, counts, rate):
        d = self.unit(counts, rate)
        if self.reduction == "mean":
            return tf.reduce_mean(d)
        return tf.reduce_sum(d)


coef = tf.Variable([0.1, 0.2])
features = tf.constant([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
counts = tf.constant([0.0, 2.0, 3.0])
deviance = PoissonDeviance()
with tf.GradientTape() as tape:
    rate = tf.exp(tf.linalg.matvec(features, coef))
    loss = deviance(counts, rate)
print(tape.gradient(loss, coef))
