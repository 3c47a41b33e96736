# effect: error
# raises: TypeError
# a spelling mistake in the tape's own arguments
import tensorflow as tf

x = tf.Variable(2.0)
with tf.GradientTape(persistant=True) as tape:  # TFG503
    y = x * x
    z = y * x
print(tape.gradient(y, x), tape.gradient(z, x))
