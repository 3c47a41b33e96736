# effect: none
# reset() throws away what has been recorded before it
import tensorflow as tf

v = tf.Variable(4.0)
with tf.GradientTape() as tape:
    y = tf.sqrt(v)  # TFG107
    tape.reset()
print(tape.gradient(y, v))
