# effect: wrong
# truth: [-35.5556]
# the error in percent is relative to the truth, which comes first
import tensorflow as tf

slope = tf.Variable(2.0)
mape = tf.keras.losses.MeanAbsolutePercentageError()
size = tf.constant([[1.0], [2.0], [3.0]])
price = tf.constant([[3.0], [5.0], [9.0]])
with tf.GradientTape() as tape:
    loss = mape(slope * size, price)  # TFG514
print(tape.gradient(loss, slope))
