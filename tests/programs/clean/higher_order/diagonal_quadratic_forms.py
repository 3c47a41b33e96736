# effect: ok
# beside: TFG516
# products with diagonal matrices, with detached sums and with constants keep the entries apart
import tensorflow as tf

stiffness = tf.constant([1.0, 2.0, 3.0])
springs = tf.linalg.diag(stiffness)
place = tf.Variable([0.1, 0.4, -0.3])


def curvature(potential):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            energy = potential(place)
        slope = inner.gradient(energy, place)
    return outer.gradient(slope, place)


print(curvature(lambda x: 0.5 * tf.reduce_sum(x * tf.linalg.matvec(springs, x))))
print(curvature(lambda x: 0.5 * tf.reduce_sum(x * tf.linalg.matvec(tf.eye(3), x))))
print(curvature(lambda x: tf.reduce_sum(x * tf.stop_gradient(tf.reduce_sum(x)) + x**3)))
print(curvature(lambda x: tf.reduce_sum(x * tf.linalg.matvec(tf.ones((3, 3)), stiffness) + x**2)))
