# effect: ok
# a cut inside grad never matters: the outer tape differentiates something else
import tensorflow as tf


@tf.custom_gradient
def clipped_exp(x):
    y = tf.exp(x)

    def grad(dy):
        return tf.stop_gradient(y) * tf.clip_by_value(dy, -1.0, 1.0)

    return y, grad


x, lam = tf.Variable([0.1, 0.2]), tf.Variable(2.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        value = tf.reduce_sum(clipped_exp(x))
    g = inner.gradient(value, x)
    x.assign_sub(0.1 * g)
    dual = tf.square(lam) * tf.reduce_sum(x)
print(outer.gradient(dual, lam))
