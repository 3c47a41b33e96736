# effect: ok
# beside: TFG517
# sums over the features, and constants of the whole batch from outside the tape
import tensorflow as tf

points = tf.Variable([[1.0, 2.0], [3.0, 5.0], [0.0, 1.0]])
mean, scale = tf.reduce_mean(points, axis=0), tf.reduce_max(points)
with tf.GradientTape() as tape:
    centred = (points - mean) / scale
    outputs = tf.nn.softmax(centred, axis=1) * tf.reduce_sum(centred, axis=-1, keepdims=True)
print(tape.batch_jacobian(outputs, points))
