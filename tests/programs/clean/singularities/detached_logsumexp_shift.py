# effect: ok
# beside: TFG606
# log-sum-exp with a detached maximum: stop_gradient on one of two paths
import tensorflow as tf

x = tf.Variable([1000.0, 1001.0])
with tf.GradientTape() as tape:
    shift = tf.stop_gradient(tf.reduce_max(x))
    lse = tf.math.log(tf.reduce_sum(tf.exp(x - shift))) + shift
print(tape.gradient(lse, x))
