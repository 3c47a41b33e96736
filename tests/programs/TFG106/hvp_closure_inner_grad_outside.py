# effect: none
# hessian-vector product: the gradient is taken in the closure after both tapes ended
import tensorflow as tf


def make_hvp(loss_fn, params):
    def hvp(v):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                loss = loss_fn()
        g = inner.gradient(loss, params)  # TFG106
        dot = tf.add_n([tf.reduce_sum(a * b) for a, b in zip(g, v)])
        return outer.gradient(dot, params)

    return hvp


w = tf.Variable([1.0, 2.0])
hvp = make_hvp(lambda: tf.reduce_sum(w**3), [w])
print(hvp([tf.constant([1.0, 0.0])]))
