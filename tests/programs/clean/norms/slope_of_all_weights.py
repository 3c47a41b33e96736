# effect: ok
# beside: TFG530
# the norm of the gradient of the weights is one number, and a penalty on it is meant so
import tensorflow as tf

weights = tf.Variable([[0.3, -0.2], [0.7, 0.1]])
rows = tf.constant([[1.0, 0.5], [3.0, -4.0]])
with tf.GradientTape() as tape:
    with tf.GradientTape() as inner:
        error = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(rows, weights))))
    slope = tf.norm(inner.gradient(error, weights))
    loss = error + 0.1 * tf.square(slope - 1.0)
print(tape.gradient(loss, weights))
