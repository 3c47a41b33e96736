# effect: ok
# fixed number of steps, the learned duration enters through dt
import tensorflow as tf

duration = tf.Variable(1.05)


def simulate(total, steps=10):
    dt = total / steps
    x, v = tf.constant(0.0), tf.constant(1.0)
    for _ in range(steps):
        x, v = x + dt * v, v - dt * x
    return x


with tf.GradientTape() as tape:
    loss = tf.square(simulate(duration) - 1.0)
print(tape.gradient(loss, duration))
