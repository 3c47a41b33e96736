# effect: none
# two inputs are asked for, only the first is watched
import tensorflow as tf


def mixed_gradient(a, b):
    a = tf.convert_to_tensor(a, tf.float32)
    b = tf.convert_to_tensor(b, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(a)
        product = a * a * b
    return tape.gradient(product, {"a": a, "b": b})  # TFG102


print(mixed_gradient(2.0, 5.0))
