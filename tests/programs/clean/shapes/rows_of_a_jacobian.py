# effect: ok
# beside: TFG510
# a Jacobian has the dimensions of the target before those of the source
import tensorflow as tf

weights = tf.Variable([[0.3, 0.1], [0.7, 0.9]])
point = tf.constant([[0.4], [1.1]])
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        inner.watch(point)
        image = tf.tanh(weights @ point)
    jacobian = inner.jacobian(image, point)
    row = jacobian[:, 0]
    loss = tf.reduce_sum(tf.square(row[:, :, 0] - point))
gradients = tape.gradient(loss, weights)
