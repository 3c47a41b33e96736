# effect: wrong
# truth: [2.6939, -1.6195, 0.95932, -0.52232, 0.90712, -0.61055]
# the Jacobian of a network in training mode, for every example
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(3, kernel_initializer=tf.keras.initializers.GlorotUniform(seed=1)),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dense(1, kernel_initializer="ones"),
    ]
)


def sensitivities(points):
    with tf.GradientTape() as tape:
        tape.watch(points)
        outputs = network(points, training=True)
    return tape.batch_jacobian(outputs, points)  # TFG517


print(sensitivities(tf.constant([[1.0, 2.0], [3.0, 5.0], [0.0, 1.0]])))
