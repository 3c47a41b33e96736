# effect: ok
# beside: TFG529
# the functional form of the loss returns one number per example
import tensorflow as tf

slope = tf.Variable([[1.0], [0.5]])
inputs = tf.constant([[1.0, 2.0], [0.3, 0.1]])
wanted = tf.constant([[0.0], [1.0]])
mask = tf.constant([1.0, 0.0])
with tf.GradientTape() as tape:
    each = tf.keras.losses.MSE(wanted, tf.matmul(inputs, slope))
    loss = tf.reduce_sum(each * mask) / tf.reduce_sum(mask)
print(tape.gradient(loss, slope))
