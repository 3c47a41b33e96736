# effect: none
# a helper that turns whatever it gets into NumPy's numbers, and is asked to on the tape
import tensorflow as tf


def to_numbers(value):
    return value.numpy() if hasattr(value, "numpy") else value  # TFG201


def as_array(value):
    if isinstance(value, (tf.Tensor, tf.Variable)):
        value = value.numpy()  # TFG201
    return value


scale = tf.Variable([0.3, 0.9])
with tf.GradientTape(persistent=True) as tape:
    total = tf.constant(1.0) * to_numbers(tf.reduce_sum(scale**4))
    mean = tf.constant(2.0) * as_array(tf.reduce_mean(scale**2))
print(tape.gradient(total, scale), tape.gradient(mean, scale))
