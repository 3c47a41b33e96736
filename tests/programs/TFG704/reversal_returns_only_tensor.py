# effect: error
# raises: TypeError
# the reversal op returns only the tensor
import tensorflow as tf


@tf.custom_gradient
def reverse(x):
    def grad(dy):
        return -dy

    out = tf.identity(x)
    return out  # TFG704


class DANN(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.f = tf.keras.layers.Dense(2)
        self.d = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.d(reverse(self.f(x)))


net = DANN()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(net(tf.ones((2, 2))))
print(tape.gradient(loss, net.trainable_variables))
