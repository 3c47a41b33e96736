# effect: ok
# beside: TFG529
# a custom training loop wants a loss of the batch's shape; the factor is the same for all
import tensorflow as tf

squared = tf.keras.losses.MeanSquaredError()
slope = tf.Variable([[1.0], [0.5]])
inputs = tf.constant([[1.0, 2.0], [0.3, 0.1]])
wanted = tf.constant([[0.0], [1.0]])
with tf.GradientTape() as tape:
    each = squared(wanted, tf.matmul(inputs, slope)) * tf.ones([2])
    loss = tf.reduce_mean(each)
print(tape.gradient(loss, slope))
