# effect: error
# raises: TypeError
# watch_accessed_variables in the singular, inside a helper
import tensorflow as tf


def manual_tape(*tensors):
    tape = tf.GradientTape(watch_accessed_variable=False)  # TFG503
    return tape, tensors


w = tf.Variable(2.0)
tape, _ = manual_tape(w)
with tape:
    tape.watch(w)
    y = w * w
print(tape.gradient(y, w))
