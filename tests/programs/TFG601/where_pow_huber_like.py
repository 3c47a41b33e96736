# effect: nan
# a robust kernel by where and a fractional power
import tensorflow as tf


class Barron(tf.keras.losses.Loss):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def call(self, y_true, y_pred):
        e = tf.abs(y_true - y_pred)
        return tf.where(e < 1e-3, 0.5 * e, e**self.p)  # TFG601


w = tf.Variable([1.0, 2.0])
loss_fn = Barron()
with tf.GradientTape() as tape:
    loss = loss_fn(tf.constant([1.0, 0.0]), w)
print(tape.gradient(loss, w))
