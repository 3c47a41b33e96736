# effect: none
# the online value is detached and the target is not: nothing trains the online net
import tensorflow as tf


class Q(tf.Module):
    def __init__(self, init):
        self.table = tf.Variable(init)

    def __call__(self, s, a):
        return tf.gather_nd(self.table, tf.stack([s, a], axis=1))


online = Q([[0.1, 0.2], [0.3, 0.4]])
target = Q([[0.1, 0.2], [0.3, 0.4]])


def td_loss(s, a, r, s2, a2):
    q = tf.stop_gradient(online(s, a))  # TFG307
    y = r + 0.9 * target(s2, a2)
    return tf.reduce_mean(tf.square(y - q))


s, a = tf.constant([0, 1]), tf.constant([1, 0])
with tf.GradientTape() as tape:
    loss = td_loss(s, a, tf.constant([1.0, 0.0]), a, s)
print(tape.gradient(loss, online.trainable_variables))
