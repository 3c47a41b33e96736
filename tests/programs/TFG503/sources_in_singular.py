# effect: error
# raises: TypeError
# target and sources by keyword, one of them in the singular
import tensorflow as tf


def value_and_grad(fn, var):
    with tf.GradientTape() as tape:
        value = fn(var)
    return value, tape.gradient(target=value, source=var)  # TFG503


print(value_and_grad(lambda v: v * v, tf.Variable(3.0)))
