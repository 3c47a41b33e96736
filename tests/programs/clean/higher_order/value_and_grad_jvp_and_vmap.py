# effect: ok
# value_and_grad, jvp-by-double-vjp and vmap style helpers written as closures
import functools

import tensorflow as tf


def value_and_grad(f):
    @functools.wraps(f)
    def inner(x, *args, **kwargs):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, *args, **kwargs)
        return y, tape.gradient(y, x)

    return inner


def jvp(f, x, v):
    with tf.GradientTape() as outer:
        dummy = tf.zeros_like(f(x))
        outer.watch(dummy)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        vjp = inner.gradient(y, x, output_gradients=dummy)
    return outer.gradient(vjp, dummy, output_gradients=v)


def hvp(f, x, v):
    _, _ = x, v
    with tf.autodiff.ForwardAccumulator(x, v) as acc:
        _, g = value_and_grad(f)(x)
    return acc.jvp(g)


def f(x, scale=1.0):
    return tf.reduce_sum(tf.sin(x) * scale * x)


x = tf.constant([0.3, -0.7, 1.1])
v = tf.constant([1.0, 0.0, 2.0])
print(value_and_grad(f)(x, scale=2.0)[0].numpy(), hvp(f, x, v).numpy())
print(jvp(lambda t: tf.sin(t) * t, x, v).numpy())
