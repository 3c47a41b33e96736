# effect: nan
# one over a ReLU
import tensorflow as tf

rate = tf.Variable([2.0, -3.0])
with tf.GradientTape() as tape:
    positive = tf.keras.activations.relu(rate)
    waiting = 1.0 / positive  # TFG602
    loss = tf.reduce_mean(waiting)
print(tape.gradient(loss, rate))
