# effect: none
# the // operator has no gradient
import tensorflow as tf

x = tf.Variable([5.5, 7.2])


def bucket(v, width=2.0):
    return v // width * width  # TFG301


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(bucket(x))
print(tape.gradient(loss, x))
