# effect: none
# the number of non-zero weights as a penalty
import tensorflow as tf

w = tf.Variable([[0.0, 1.0], [2.0, 0.0]])


def l0_penalty(*weights):
    return sum(tf.math.count_nonzero(v, dtype=tf.float32) for v in weights)  # TFG301


with tf.GradientTape() as tape:
    loss = 0.1 * l0_penalty(w)
print(tape.gradient(loss, w))
