# effect: error
# raises: RuntimeError
# the tape is gone after the first query
import tensorflow as tf

x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x
    z = y * y
dy = tape.gradient(y, x)
dz = tape.gradient(z, x)  # TFG105
print(dy, dz)
