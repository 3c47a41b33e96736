# effect: ok
# beside: TFG607
# minus infinity where a causal mask is false
import tensorflow as tf
import numpy as np

logits = tf.Variable(tf.random.normal((3, 3)))
causal = tf.constant(np.tril(np.ones((3, 3), dtype=bool)))
with tf.GradientTape() as tape:
    masked = tf.where(causal, logits, -np.inf)
    w = tf.nn.softmax(masked)
    loss = tf.reduce_mean(w[:, 0])
print(tape.gradient(loss, logits))
