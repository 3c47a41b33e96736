# effect: ok
# beside: TFG517
# the statistics are fixed, so each example stands for itself
import tensorflow as tf

network = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(3),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dense(1),
    ]
)
points = tf.constant([[1.0, 2.0], [3.0, 5.0], [0.0, 1.0]])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(points)
    first = network(points, training=False)
    second = network(points)
print(tape.batch_jacobian(first, points), tape.batch_jacobian(second, points))
