# effect: ok
# beside: TFG308
# relu of sine: curved, though relu and the sum are not
import tensorflow as tf


x = tf.Variable([0.3, 1.2, 2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_sum(tf.nn.relu(tf.sin(x)))
    slope = inner.gradient(loss, x)
print(outer.gradient(slope, x))
