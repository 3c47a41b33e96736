# effect: nan
# the rotation angle of a quaternion at identity
import tensorflow as tf


class Rotation(tf.Module):
    def __init__(self):
        self.q = tf.Variable([1.0, 0.0, 0.0, 0.0])

    def angle(self):
        return 2.0 * tf.acos(self.q[0])  # TFG602


rot = Rotation()
with tf.GradientTape() as tape:
    loss = rot.angle() ** 2
print(tape.gradient(loss, rot.q))
