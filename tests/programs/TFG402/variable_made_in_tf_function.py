# effect: error
# raises: ValueError
# a tf.function may not make a variable out of a tensor at every call
import tensorflow as tf

w = tf.Variable(2.0)


@tf.function
def run(x):
    hidden = tf.Variable(w * x)  # TFG402
    return hidden * hidden


with tf.GradientTape() as tape:
    out = run(tf.constant(3.0))
print(tape.gradient(out, w))
