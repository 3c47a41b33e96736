# effect: ok
# beside: TFG517
# the mean of the batch is computed for a report only
import tensorflow as tf

points = tf.Variable([[1.0, 2.0], [3.0, 5.0], [0.0, 1.0]])
with tf.GradientTape() as tape:
    outputs = tf.tanh(points)
    report = tf.reduce_mean(outputs, axis=0)
print(report, tape.batch_jacobian(outputs, points))
