# effect: ok
# normalisation is curved, so the network is, too
import tensorflow as tf


network = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(8),
        tf.keras.layers.LayerNormalization(),
        tf.keras.layers.ReLU(),
        tf.keras.layers.Dense(1),
    ]
)
x = tf.constant([[0.2, 0.4, 0.1], [0.6, -0.3, 0.5]])
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        u = network(x)
    u_x = inner.gradient(u, x)
print(outer.batch_jacobian(u_x, x))
