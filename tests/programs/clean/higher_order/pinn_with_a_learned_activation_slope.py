# effect: ok
# beside: TFG308
# an adaptive activation from a helper function
import tensorflow as tf


slope = tf.Variable(1.0)


def act(x):
    return tf.math.sin(slope * x)


layers = [tf.keras.layers.Dense(6), tf.keras.layers.Dense(6), tf.keras.layers.Dense(1)]
x = tf.constant([[0.2], [0.6]])
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        h = x
        for layer in layers[:-1]:
            h = act(layer(h))
        u = layers[-1](h)
    u_x = inner.gradient(u, x)
print(outer.gradient(u_x, x))
