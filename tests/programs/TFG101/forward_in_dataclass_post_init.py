# effect: none
# __post_init__ computes the mixing matrix before any tape exists
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Mixer:
    raw: tf.Variable

    def __post_init__(self):
        self.mix = tf.nn.softmax(self.raw)  # TFG101

    def __call__(self, x):
        return tf.reduce_sum(self.mix * x)


mixer = Mixer(tf.Variable([0.1, 0.2, 0.3]))
with tf.GradientTape() as tape:
    loss = mixer(tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(loss, mixer.raw))
