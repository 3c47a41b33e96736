# effect: ok
# Python lists in tf.function, but every loop is a Python loop
import tensorflow as tf

w = tf.Variable([[0.5, 0.1], [0.3, -0.4]])
DEPTH = 3


@tf.function
def encode(x):
    skips, levels = [], {}
    for level in range(DEPTH):
        x = tf.nn.tanh(x @ w)
        skips.append(x)
        levels[level] = tf.reduce_mean(x)
    for skip, name in zip(reversed(skips), levels):
        x = x + skip * levels[name]
    pieces = [tf.reduce_sum(p) for p in tf.unstack(x, axis=1)]
    while len(pieces) > 1:
        pieces.append(pieces.pop() * pieces.pop())
    return pieces[0]


with tf.GradientTape() as tape:
    y = encode(tf.ones((2, 2)))
print(tape.gradient(y, w))
