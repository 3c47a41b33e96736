# effect: error
# raises: TypeError
# the second context manager of the statement is the class
import contextlib

import tensorflow as tf
from tensorflow import GradientTape

kernel = tf.Variable([[1.0], [2.0]])
with contextlib.nullcontext(), GradientTape as recorder:  # TFG114
    energy = tf.reduce_sum(tf.matmul(tf.ones((2, 2)), kernel))
print(recorder.gradient(energy, kernel))
