# effect: none
# the second derivative of an expected payoff along simulated paths
import tensorflow as tf


class Basket:
    def __init__(self, strike):
        self.strike = tf.constant(strike)
        self.growth = tf.exp(0.2 * tf.random.stateless_normal((64, 2), seed=(1, 2)))

    def price(self, spots):
        final = tf.reduce_mean(spots * self.growth, axis=1)
        return tf.reduce_mean(tf.maximum(final - self.strike, 0.0))

    def gamma(self, spots):
        with tf.GradientTape() as outer:
            outer.watch(spots)
            with tf.GradientTape() as inner:
                inner.watch(spots)
                value = self.price(spots)
            delta = inner.gradient(value, spots)
        return outer.gradient(delta, spots)  # TFG308


print(Basket(100.0).gamma(tf.constant([100.0, 101.0])))
