# effect: wrong
# truth: [-0.245113, -0.32935]
# the tape stands above the loop instead of inside
import tensorflow as tf


def minimise(f, x, rate, steps):
    with tf.GradientTape() as tape:
        value = f(x)
    g = tape.gradient(value, x)
    for _ in range(steps):
        x.assign_sub(rate * g)  # TFG507
    return x


rosen = lambda p: tf.square(1.0 - p[0]) + 10.0 * tf.square(p[1] - p[0] ** 2)
start = tf.Variable([0.5, 0.5])
end = minimise(rosen, start, 0.01, 10)
with tf.GradientTape() as tape:
    value = rosen(end)
print(tape.gradient(value, end))
