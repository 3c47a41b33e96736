# effect: ok
# beside: TFG607
# minus infinity in a sum, and the largest of it
import numpy as np
import tensorflow as tf

scores = tf.Variable(tf.random.normal((2, 4)))
init = tf.constant([[0.0, -np.inf, -np.inf, -np.inf]])
with tf.GradientTape() as tape:
    s = tf.nn.log_softmax(scores)
    best = tf.reduce_max(s + init, axis=-1)
    loss = -tf.reduce_mean(best)
print(tape.gradient(loss, scores))
