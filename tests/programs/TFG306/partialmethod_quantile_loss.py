# effect: none
# quantile loss with a hard indicator only
import tensorflow as tf


class Quantile(tf.keras.losses.Loss):
    def __init__(self, q=0.5, name="quantile"):
        super().__init__(name=name)
        self.q = q

    def coverage(self, y, p):
        below = tf.less_equal(y, p)  # TFG306
        return tf.reduce_mean(tf.cast(below, tf.float32))

    def call(self, y, p):
        return tf.square(self.coverage(y, p) - self.q)


bias = tf.Variable(0.2)
loss_fn = Quantile(0.9)
with tf.GradientTape() as tape:
    loss = loss_fn(tf.constant([0.1, 0.3]), bias + tf.constant([0.0, 0.05]))
print(tape.gradient(loss, bias))
