# effect: none
# a Python int makes an integer variable
import tensorflow as tf

x = tf.Variable(3)  # TFG304
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))
