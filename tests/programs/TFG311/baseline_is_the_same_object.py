# effect: zero
# the baseline is another name of the value itself
import tensorflow as tf

x = tf.Variable([1.0, 2.0, 3.0])
baseline = x
with tf.GradientTape() as tape:
    centered = x - baseline  # TFG311
    loss = tf.reduce_sum(centered**2)
grad = tape.gradient(loss, x)
print("grad", grad)
