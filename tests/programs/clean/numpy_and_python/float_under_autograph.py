# effect: ok
# AutoGraph turns float(t) into a cast, which is differentiable
import tensorflow as tf

w = tf.Variable(1.5)


@tf.function
def scaled(x):
    factor = float(w * x)
    return factor * factor


with tf.GradientTape() as tape:
    y = scaled(tf.constant(2.0))
print(tape.gradient(y, w))
