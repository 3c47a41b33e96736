# effect: none
# MoCo: queries, too, go through the queue's numpy conversion
import numpy as np
import tensorflow as tf


class Queue:
    def __init__(self, dim, size):
        self.keys = np.eye(size, dim, dtype=np.float32)

    def logits(self, q):
        return tf.constant(np.dot(q, self.keys.T))  # TFG202


encoder = tf.keras.layers.Dense(3)
queue = Queue(3, 4)
with tf.GradientTape() as tape:
    q = tf.math.l2_normalize(encoder(tf.ones((2, 2))), axis=1)
    logits = queue.logits(q)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], logits))
print(tape.gradient(loss, encoder.trainable_variables))
