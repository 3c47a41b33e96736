# effect: error
# raises: TypeError
# the gradient function is defined and forgotten
import tensorflow as tf


@tf.custom_gradient
def cube(x):
    def grad(dy):
        return dy * 3.0 * x**2

    return x**3  # TFG704


x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = cube(x)
print(tape.gradient(y, x))
