# effect: error
# raises: TypeError
# the wrapped function reads a variable, its gradient function has no place for it
import tensorflow as tf

w = tf.Variable(3.0)


@tf.custom_gradient
def scaled(x):
    y = w * x

    def grad(dy):  # TFG701
        return dy * w

    return y, grad


x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    out = scaled(x)
print(tape.gradient(out, x))
