import functools

import tensorflow as tf


def value_and_gradient(function):
    @functools.wraps(function)
    def wrapper(point):
        with tf.GradientTape() as tape:
            tape.watch(point)
            value = function(point)
        return value, tape.gradient(value, point)

    return wrapper


def jacobian(function):
    def wrapper(point):
        with tf.GradientTape() as tape:
            tape.watch(point)
            values = function(point)
        return tape.jacobian(values, point)

    return wrapper


def hessian(function):
    return jacobian(lambda point: value_and_gradient(function)(point)[1])
