# effect: error
# raises: InaccessibleTensorError
# Python while over a tensor condition, called through tf.function(f)
import tensorflow as tf

factor = tf.Variable(0.5)


def shrink(x):
    residuals = []
    while tf.reduce_sum(x) > 0.1:
        x = x * factor
        residuals.append(tf.reduce_max(x))  # TFG404
    return tf.reduce_sum(residuals)


traced = tf.function(shrink)
with tf.GradientTape() as tape:
    out = traced(tf.constant([1.0, 2.0]))
print(tape.gradient(out, factor))
