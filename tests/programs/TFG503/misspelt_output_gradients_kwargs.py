# effect: error
# raises: TypeError
# vector-Jacobian product by keyword dictionary
import tensorflow as tf


def vjp(f, x, v, **options):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x, output_grads=v, **options)  # TFG503


print(vjp(tf.exp, tf.constant([0.0, 1.0]), tf.constant([1.0, 2.0])))
