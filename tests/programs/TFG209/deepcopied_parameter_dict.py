# effect: none
# the whole parameter dictionary is deep-copied in a helper before the forward pass
from copy import deepcopy as clone

import tensorflow as tf

params = {"w": tf.Variable([1.0, 2.0]), "b": tf.Variable(0.1)}


def snapshot(p):
    return clone(p)  # TFG209


frozen = snapshot(params)
with tf.GradientTape() as tape:
    out = tf.reduce_sum(frozen["w"]) * frozen["b"]
print(tape.gradient(out, [params["w"], params["b"]]))
