# effect: ok
# beside: TFG809
# a dict of losses with every name, a list of losses, and one loss for all
import tensorflow as tf


def build():
    inputs = tf.keras.Input((3,))
    h = tf.keras.layers.Dense(4)(inputs)
    a = tf.keras.layers.Dense(1, name="a")(h)
    b = tf.keras.layers.Dense(1, name="b")(h)
    return tf.keras.Model(inputs, [a, b])


x, y = tf.ones((4, 3)), tf.ones((4, 1))
for loss in ({"a": "mse", "b": "mae"}, ["mse", "mae"], "mse"):
    model = build()
    model.compile("sgd", loss=loss)
    model.fit(x, {"a": y, "b": y} if isinstance(loss, dict) else [y, y], verbose=0)
