# effect: ok
# the variable is set to constants inside the tape and is itself the source
import tensorflow as tf

angle = tf.Variable(0.0)


def slope_at(value):
    with tf.GradientTape() as tape:
        angle.assign(value)
        height = tf.sin(angle)
    return tape.gradient(height, angle)


print([float(slope_at(v)) for v in (0.0, 0.5, 1.0)])
