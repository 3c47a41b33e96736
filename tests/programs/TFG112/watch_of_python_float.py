# effect: error
# raises: ValueError
# a Python number cannot be watched
import tensorflow as tf

x = 3.0
with tf.GradientTape() as tape:
    tape.watch(x)  # TFG112
    y = tf.square(x)
print(tape.gradient(y, x))
