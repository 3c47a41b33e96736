# effect: ok
# only pairs i < j are formed: no point is compared with itself
import itertools

import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])
pairs = list(itertools.combinations(range(3), 2))
left = tf.constant([i for i, _ in pairs])
right = tf.constant([j for _, j in pairs])
with tf.GradientTape() as tape:
    r = tf.norm(tf.gather(points, left) - tf.gather(points, right), axis=-1)
    energy = tf.reduce_sum(1.0 / r)
print(tape.gradient(energy, points))
