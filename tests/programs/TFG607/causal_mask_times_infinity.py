# effect: nan
# the part of the mask that is zero times infinity
import tensorflow as tf
import numpy as np

logits = tf.Variable(tf.random.normal((3, 3)))
causal = np.tril(np.ones((3, 3), dtype=np.float32))
with tf.GradientTape() as tape:
    masked = logits + (1.0 - causal) * -np.inf  # TFG607
    w = tf.nn.softmax(masked)
    loss = tf.reduce_mean(w[:, 0])
print(tape.gradient(loss, logits))
