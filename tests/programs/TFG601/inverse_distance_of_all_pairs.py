# effect: nan
# the distance of a charge from itself is zero; `tf.where` leaves it out afterwards
import numpy as np
import tensorflow as tf

places = tf.Variable([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])
others = np.eye(3) < 0.5


def energy(places):
    offsets = tf.expand_dims(places, 0) - tf.expand_dims(places, 1)
    squared = tf.reduce_sum(offsets**2, axis=2)
    repulsion = tf.divide(1.0, squared)  # TFG601
    return tf.reduce_sum(tf.where(others, repulsion, tf.zeros_like(repulsion)))


for step in range(2):
    with tf.GradientTape() as tape:
        total = energy(places)
    places.assign_sub(0.01 * tape.gradient(total, places))
print(places)
