# effect: ok
# beside: TFG309
# every right way to write the estimator: the difference is stopped
import tensorflow as tf

x = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    first = x + tf.stop_gradient(tf.round(x) - x)
    second = tf.stop_gradient(tf.round(x) - x) + x
    third = x - tf.stop_gradient(x - tf.round(x))
    fourth = tf.round(x) + x - tf.stop_gradient(x)
    loss = tf.reduce_sum(first * 1.0 + second * 2.0 + third * 3.0 + fourth * 4.0)
print(tape.gradient(loss, x))
