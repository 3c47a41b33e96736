# effect: none
# both branches of the warm-up condition detach
import tensorflow as tf


class Warmup(tf.Module):
    def __init__(self):
        self.enc = tf.Variable([1.0, 2.0])
        self.step = tf.Variable(0, trainable=False)

    def features(self):
        z = tf.tanh(self.enc)
        return tf.cond(
            self.step < 10,
            lambda: tf.stop_gradient(z),  # TFG307
            lambda: tf.stop_gradient(2.0 * z),  # TFG307
        )


m = Warmup()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(m.features() ** 2)
print(tape.gradient(loss, m.enc))
