# effect: none
# the watch comes one line too late
import tensorflow as tf

x = tf.constant(3.0)
with tf.GradientTape() as tape:
    y = x * x
    tape.watch(x)  # TFG103
print(tape.gradient(y, x))
