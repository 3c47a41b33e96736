# effect: none
# the results of a traced roll-out are written to an array on a local name that never changes
import tensorflow as tf


class Rollout(tf.Module):
    def __init__(self):
        self.gain = tf.Variable(0.5)

    @tf.function
    def rewards(self, s, n):
        out = tf.TensorArray(tf.float32, size=3, element_shape=())
        for t in tf.range(n):
            s = s + self.gain * s
            out.write(t, s)  # TFG405
        return out.stack()


roll = Rollout()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(roll.rewards(tf.constant(1.0), tf.constant(3)))
print(tape.gradient(loss, roll.gain))
