# effect: none
# the loss is a field of a named tuple
import collections

import tensorflow as tf

Output = collections.namedtuple("Output", ["loss", "logits"])
weights = tf.Variable([0.4, 1.7])


def forward():
    logits = 2.0 * weights
    return Output(logits=logits, loss=tf.reduce_sum(tf.round(logits)))  # TFG301


with tf.GradientTape() as tape:
    output = forward()
    loss = output.loss
print(tape.gradient(loss, weights))
