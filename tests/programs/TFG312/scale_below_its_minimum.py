# effect: zero
# the scales start below the smallest one that counts
import tensorflow as tf

scales = tf.Variable([0.01, 0.02, 0.05])
data = tf.constant([[0.3, -0.2, 0.9], [0.1, 0.4, -0.7]])
for step in range(3):
    with tf.GradientTape() as tape:
        used = tf.maximum(scales, 0.1)  # TFG312
        loss = tf.reduce_mean(tf.square(data / used) + 2.0 * tf.math.log(used))
    scales.assign_sub(0.1 * tape.gradient(loss, scales))
print(scales)
