# effect: ok
# beside: TFG516
# change of variables: an elementwise bijection has one derivative per element, called jac
import tensorflow as tf

a = tf.Variable(0.7)


def bijector(z):
    return z + tf.exp(a) * tf.tanh(z)


z = tf.constant([-1.0, 0.2, 1.5])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        inner.watch(z)
        x = bijector(z)
    jac = inner.gradient(x, z)
    log_det = tf.math.log(tf.abs(jac))
    loss = tf.reduce_sum(0.5 * tf.square(x) - log_det)
print(outer.gradient(loss, a))
