# effect: ok
# a decorator wraps a function into one that returns its gradient, watching its arguments
import functools

import tensorflow as tf


def value_and_grad(fn):
    @functools.wraps(fn)
    def wrapper(*args):
        args = [tf.convert_to_tensor(a) for a in args]
        with tf.GradientTape() as tape:
            tape.watch(args)
            value = fn(*args)
        return value, tape.gradient(value, args)

    return wrapper


@value_and_grad
def himmelblau(x, y):
    return (x**2 + y - 11.0) ** 2 + (x + y**2 - 7.0) ** 2


print(himmelblau(1.0, 2.0))
