# effect: none
# both functions are wrapped by the same decorator, so its wrapper calls itself with another function
import functools

import tensorflow as tf


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        print(function.__name__)
        return result

    return wrapper


@logged
def spread(batch):
    return tf.constant(tf.math.reduce_std(batch).numpy())  # TFG201


@logged
def step(weight, batch):
    with tf.GradientTape() as tape:
        loss = spread(batch * weight)
    return tape.gradient(loss, weight)


print(step(tf.Variable(2.0), tf.constant([1.0, 2.0, 4.0])))
