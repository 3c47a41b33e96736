# effect: error
# raises: ValueError
# velocity components: three targets, one source, unpacked
import tensorflow as tf


def field(t):
    return tf.sin(t), tf.cos(t), t**2


def velocity(t):
    with tf.GradientTape() as tape:
        tape.watch(t)
        x, y, z = field(t)
    vx, vy, vz = tape.gradient([x, y, z], [t])  # TFG504
    return vx, vy, vz


print(velocity(tf.constant(0.5)))
