# effect: ok
# beside: TFG529
# the factors are trained: each task's loss has one, as in multi-task learning
import tensorflow as tf

squared = tf.keras.losses.MeanSquaredError()
slope = tf.Variable([[1.0], [0.5]])
precision = tf.Variable(0.3)
inputs = tf.constant([[1.0, 2.0], [0.3, 0.1]])
with tf.GradientTape() as tape:
    error = squared(tf.constant([[0.0], [1.0]]), tf.matmul(inputs, slope))
    loss = tf.exp(-precision) * error + precision
print(tape.gradient(loss, [slope, precision]))
