# effect: ok
# beside: TFG309
# the rounding error is a loss of its own: x - round(x)
import tensorflow as tf

x = tf.Variable([0.3, 1.7])
with tf.GradientTape() as tape:
    error = x - tf.stop_gradient(tf.round(x))
    penalty = tf.reduce_sum(error**2)
    margin = tf.reduce_sum(x - tf.round(x) + 0.5)
    loss = penalty + margin
print(tape.gradient(loss, x))
