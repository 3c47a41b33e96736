# effect: zero
# tf.recompute_grad turns the missing gradient of tf.round into zeros
import tensorflow as tf

scale = tf.Variable(2.4)


@tf.recompute_grad
def quantise(signal):
    return tf.round(signal * 3.0)  # TFG301


with tf.GradientTape() as tape:
    loss = quantise(scale)
print(tape.gradient(loss, scale))
