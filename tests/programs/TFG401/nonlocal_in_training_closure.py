# effect: none
# a training closure rebinds the enclosing name
import tensorflow as tf


def make_trainer(init, lr):
    w = tf.Variable(init)

    def step(x):
        nonlocal w
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((w * x - 1.0) ** 2)
        grad = tape.gradient(loss, w)
        try:
            w = w - lr * grad  # TFG401
        except (TypeError, ValueError):
            print("no gradient any more")
        return loss

    return step


step = make_trainer([0.5, 0.5], 0.1)
for _ in range(2):
    step(tf.constant([1.0, 2.0]))
