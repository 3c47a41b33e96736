# effect: ok
# tf.cond and AutoGraph's if on a comparison, both branches differentiable
import tensorflow as tf

k = tf.Variable(0.8)


@tf.function
def piecewise(x):
    y = k * x
    if y > 1.0:
        z = y**2
    else:
        z = tf.exp(y)
    return tf.cond(z < 0.5, lambda: z * k, lambda: z - k)


with tf.GradientTape() as tape:
    out = piecewise(tf.constant(2.0))
print(tape.gradient(out, k))
