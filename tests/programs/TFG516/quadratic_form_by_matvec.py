# effect: wrong
# truth: [3.08, 3.48]
# each entry meets a sum of all entries: the springs couple them
import tensorflow as tf

springs = tf.constant([[2.0, 1.0], [1.0, 3.0]])
place = tf.Variable([0.3, -0.2])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        energy = 0.5 * tf.reduce_sum(place * tf.linalg.matvec(springs, place))
        energy += tf.reduce_sum(place**4)
    force = inner.gradient(energy, place)
stiffness = outer.gradient(force, place)  # TFG516
place.assign_sub(force / stiffness)
