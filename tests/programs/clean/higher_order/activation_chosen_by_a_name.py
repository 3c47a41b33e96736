# effect: ok
# beside: TFG308
# the activation is looked up at run time
import tensorflow as tf


def make(name, width=8):
    hidden = tf.keras.layers.Dense(width, activation=tf.keras.activations.get(name))
    return tf.keras.Sequential([tf.keras.Input((1,)), hidden, tf.keras.layers.Dense(1)])


x = tf.constant([[0.2], [0.6]])
network = make("swish")
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        u = network(x)
    u_x = inner.gradient(u, x)
print(outer.gradient(u_x, x))
