# effect: ok
# beside: TFG308
# relu cubed, which the deep Ritz method uses
import tensorflow as tf


def activation(x):
    return tf.nn.relu(x) ** 3


network = tf.keras.Sequential(
    [
        tf.keras.Input((1,)),
        tf.keras.layers.Dense(8, activation=activation),
        tf.keras.layers.Dense(1),
    ]
)
x = tf.constant([[0.2], [0.6], [-0.4]])
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        u = network(x)
    u_x = inner.gradient(u, x)
print(outer.gradient(u_x, x))
