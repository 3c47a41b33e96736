# effect: ok
# tf.gradients takes grad_ys, inside a graph it is fine
import tensorflow as tf

w = tf.Variable([1.0, 2.0])


@tf.function
def vjp(v):
    y = tf.sin(w) * w
    return tf.gradients(ys=y, xs=w, grad_ys=v)


print(vjp(tf.constant([1.0, 0.5])))
