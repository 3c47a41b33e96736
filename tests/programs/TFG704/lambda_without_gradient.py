# effect: error
# raises: TypeError
# wrapped "to make it differentiable", without saying how
import tensorflow as tf

hard_sigmoid = tf.custom_gradient(lambda x: tf.clip_by_value(0.2 * x + 0.5, 0.0, 1.0))  # TFG704

x = tf.Variable([0.3, -4.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(hard_sigmoid(x))
print(tape.gradient(y, x))
