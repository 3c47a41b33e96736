# effect: ok
# without tf.function a loop over tf.range is a Python loop
import tensorflow as tf

w = tf.Variable(0.5)


def rollout(n):
    x, path = tf.constant(1.0), []
    for _ in tf.range(n):
        x = x * w
        path.append(x)
    return tf.reduce_sum(tf.stack(path))


with tf.GradientTape() as tape:
    total = rollout(3)
print(tape.gradient(total, w))
