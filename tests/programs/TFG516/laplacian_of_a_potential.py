# effect: wrong
# truth: [-1.0664, -1.0664, -1.1502, -1.1502]
# the Laplacian in two dimensions, from a function that was right in one
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(2, activation="tanh", kernel_initializer="ones"),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)


def laplacian(points):
    with tf.GradientTape() as t2:
        t2.watch(points)
        with tf.GradientTape() as t1:
            t1.watch(points)
            potential = network(points)
        field = t1.gradient(potential, points)
    return tf.reduce_sum(t2.gradient(field, points), axis=1)  # TFG516


print(laplacian(tf.constant([[0.1, 0.2], [0.3, 0.8]])))
