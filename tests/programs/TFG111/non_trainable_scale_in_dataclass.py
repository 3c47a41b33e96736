# effect: none
# a temperature made with trainable=False is asked for
from dataclasses import dataclass, field

import tensorflow as tf


def fixed(value):
    return tf.Variable(value, trainable=False)


@dataclass
class Head:
    temperature: tf.Variable = field(default_factory=lambda: fixed(1.5))

    def logits(self, a, b):
        return tf.matmul(a, b, transpose_b=True) / self.temperature


head = Head()
a = tf.math.l2_normalize(tf.constant([[1.0, 2.0], [2.0, 0.5]]), axis=1)
with tf.GradientTape() as tape:
    logits = head.logits(a, a[::-1])
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], logits))
print(tape.gradient(loss, head.temperature))  # TFG111
