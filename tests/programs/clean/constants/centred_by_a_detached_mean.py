# effect: ok
# beside: TFG311
# the mean is detached, so the difference has a gradient
import tensorflow as tf

x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    baseline = tf.stop_gradient(tf.reduce_mean(x))
    centered = x - baseline
    loss = tf.reduce_sum(centered**2)
print("grad", tape.gradient(loss, x))
