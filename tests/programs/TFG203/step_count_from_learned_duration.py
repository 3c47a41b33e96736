# effect: none
# the number of steps is derived from a learned duration, nothing else depends on it
import tensorflow as tf

duration = tf.Variable(1.05)


def simulate(total, dt=0.1):
    steps = int(total / dt)  # TFG203
    x, v = tf.constant(0.0), tf.constant(1.0)
    for _ in range(steps):
        x, v = x + dt * v, v - dt * x
    return x * tf.cast(steps, tf.float32)


with tf.GradientTape() as tape:
    loss = tf.square(simulate(duration) - 1.0)
print(tape.gradient(loss, duration))
