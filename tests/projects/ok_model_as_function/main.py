# effect: ok
# The parameters are sources of their own; no list of Keras is used.
import tensorflow as tf
from equations import Decay

function = Decay()
with tf.GradientTape() as tape:
    state = tf.constant(1.0)
    for step in range(3):
        state += 0.1 * function(tf.constant(0.1 * (step + 1)), state)
print(tape.gradient(state, [function.rate, function.limit]))
