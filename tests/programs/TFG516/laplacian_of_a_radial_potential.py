# effect: wrong
# truth: [-1.12153, -1.25831, -0.683861, 0.437424, -0.297448, -0.122479]
# the squares of the coordinates are added up before the exponential
import tensorflow as tf

positions = tf.constant([[0.3, -0.2, 0.5], [1.0, 0.4, -0.6]])
with tf.GradientTape() as outer:
    outer.watch(positions)
    with tf.GradientTape() as inner:
        inner.watch(positions)
        potential = tf.exp(-tf.reduce_sum(positions**2, axis=-1))
    force = inner.gradient(potential, positions)
laplacian = tf.reduce_sum(outer.gradient(force, positions), axis=-1)  # TFG516
print(laplacian)
