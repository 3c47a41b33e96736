# effect: ok
# beside: TFG607
# infinity as the start of a minimum, beside a product with a mask
import numpy as np
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
mask = tf.constant([1.0, 0.0])
best = np.inf
for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weights) * mask)
    print(tape.gradient(loss, weights))
    best = min(best, float(loss))
