# effect: ok
# the function under custom_gradient reads a tensor that was made of a variable, not the variable
import tensorflow as tf

v = tf.Variable([1.0, 2.0])


def scaled(x, n):
    @tf.custom_gradient
    def divide(x):
        def grad(upstream):
            return upstream / n

        return x / n, grad

    return divide(2.0 * x)


with tf.GradientTape() as tape:
    u = tf.exp(v)
    loss = tf.reduce_sum(scaled(u, tf.stop_gradient(tf.reduce_sum(u))))
print(tape.gradient(loss, v))
