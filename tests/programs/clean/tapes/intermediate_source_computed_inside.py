# effect: ok
# the source is computed inside the tape from a variable: recorded, no watch needed
import tensorflow as tf

log_scale = tf.Variable(0.3)
with tf.GradientTape() as tape:
    scale = tf.exp(log_scale)
    nll = tf.math.log(scale) + 0.5 / scale**2
print(tape.gradient(nll, {"scale": scale, "log_scale": log_scale}))
