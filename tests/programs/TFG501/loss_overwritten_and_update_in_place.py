# effect: error
# raises: RuntimeError
# a program with two independent mistakes: the loss is overwritten, the update is in place
import tensorflow as tf

coef = tf.Variable([0.0, 0.0, 0.0])
samples = [(0.0, 1.0), (1.0, 2.5), (2.0, 7.0)]


def polynomial(x):
    powers = tf.stack([tf.constant(x) ** k for k in range(3)])
    return tf.tensordot(coef, powers, axes=1)


for epoch in range(2):
    with tf.GradientTape() as tape:
        sse = tf.constant(0.0)
        for x, y in samples:
            sse = tf.square(polynomial(x) - y)  # TFG501
    grad = tape.gradient(sse, coef)
    coef -= 0.01 * grad  # TFG410
