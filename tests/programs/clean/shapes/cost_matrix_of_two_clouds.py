# effect: ok
# beside: TFG510
# an optimal transport plan: the cost of each pair of points weighs a matrix
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
supply = rng.normal(size=(5, 1)).astype("float32")
demand = rng.normal(size=5).astype("float32")
cost = tf.square(tf.constant(supply) - tf.constant(demand))
logits = tf.Variable(tf.zeros((5, 5)))
with tf.GradientTape() as tape:
    plan = tf.nn.softmax(logits, axis=1)
    total = tf.reduce_sum(plan * cost)
gradient = tape.gradient(total, logits)
