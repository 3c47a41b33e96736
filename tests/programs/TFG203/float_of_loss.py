# effect: none
# the loss is turned into a Python float before the tape is asked
import tensorflow as tf

alpha = tf.Variable(0.25)
with tf.GradientTape() as tape:
    value = float(tf.sigmoid(alpha) ** 2)  # TFG203
    loss = tf.constant(value) * 10.0
print(tape.gradient(loss, alpha))
