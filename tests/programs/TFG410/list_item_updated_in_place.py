# effect: error
# raises: RuntimeError
# list items are variables
import tensorflow as tf

params = [tf.Variable(1.0), tf.Variable(-1.0)]
with tf.GradientTape() as tape:
    loss = params[0] ** 2 + params[1] ** 2
for i, g in enumerate(tape.gradient(loss, params)):
    params[i] -= 0.1 * g  # TFG410
