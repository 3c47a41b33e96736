# effect: ok
# beside: TFG805, TFG807
# functions that describe a functional model; a part is frozen and compiled again
import tensorflow as tf


def make_block(x, n):
    y = tf.keras.layers.Dense(n, activation="relu")(x)
    y = tf.keras.layers.Dropout(0.1)(y)
    return tf.keras.layers.Add()([x, y]) if x.shape[-1] == n else y


inp = tf.keras.Input((4,))
x = inp
for n in (4, 8, 8):
    x = make_block(x, n)
m = tf.keras.Model(inp, tf.keras.layers.Dense(1)(x))
m.compile("adam", "mse")
m.fit(tf.ones((4, 4)), tf.ones((4, 1)), verbose=0)
for layer in m.layers[:3]:
    layer.trainable = False
m.compile("adam", "mse")
m.fit(tf.ones((4, 4)), tf.ones((4, 1)), verbose=0)
