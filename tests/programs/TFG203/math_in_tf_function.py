# effect: error
# raises: TypeError
# AutoGraph makes float(t) work in a graph, but not the functions of math
import math

import tensorflow as tf

w = tf.Variable(0.7)


@tf.function
def loss():
    return w * math.log(w + 2.0)  # TFG203


with tf.GradientTape() as tape:
    y = loss()
print(tape.gradient(y, w))
