# effect: error
# raises: InaccessibleTensorError
# the last residuals of a solver, kept in a deque while the loop is a graph loop
from collections import deque

import tensorflow as tf

matrix = tf.Variable([[0.3, 0.1], [0.0, 0.2]])


@tf.function
def solve(b):
    recent = deque(maxlen=2)
    x = tf.zeros_like(b)
    while tf.reduce_max(tf.abs(b - x + tf.linalg.matvec(matrix, x))) > 1e-3:
        x = b + tf.linalg.matvec(matrix, x)
        recent.append(tf.reduce_sum(tf.square(x)))  # TFG404
    return tf.add_n(list(recent))


with tf.GradientTape() as tape:
    loss = solve(tf.constant([1.0, 2.0]))
print(tape.gradient(loss, matrix))
