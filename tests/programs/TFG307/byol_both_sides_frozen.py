# effect: none
# BYOL: the helper meant for the target is used for both views
import tensorflow as tf


class BYOL(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.online = tf.keras.layers.Dense(2)
        self.target = tf.keras.layers.Dense(2)

    def project(self, net, x, detach):
        z = tf.math.l2_normalize(net(x), axis=-1)
        if detach:
            z = tf.stop_gradient(z)  # TFG307
        return z

    def view_loss(self, a, b):
        branches = [(self.online, a), (self.target, b)]
        za, zb = [self.project(net, v, detach=True) for net, v in branches]
        return 2.0 - 2.0 * tf.reduce_mean(tf.reduce_sum(za * zb, axis=-1))


byol = BYOL()
byol.online.build((None, 3))
byol.target.build((None, 3))
with tf.GradientTape() as tape:
    loss = byol.view_loss(tf.ones((2, 3)), tf.zeros((2, 3)) + 0.5)
print(tape.gradient(loss, byol.online.trainable_variables))
