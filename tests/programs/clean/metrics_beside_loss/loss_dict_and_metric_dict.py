# effect: ok
# beside: TFG809
# two outputs: losses and metrics by name
import tensorflow as tf

inputs = tf.keras.Input((3,))
a = tf.keras.layers.Dense(1, activation="sigmoid", name="a")(inputs)
b = tf.keras.layers.Dense(1, name="b")(inputs)
model = tf.keras.Model(inputs, [a, b])
model.compile(
    optimizer="adam",
    loss={"a": "binary_crossentropy", "b": "mse"},
    metrics={"a": ["accuracy"], "b": [tf.keras.metrics.MeanAbsoluteError()]},
)
y = tf.ones((4, 1))
model.fit(tf.ones((4, 3)), {"a": y, "b": y}, verbose=0)
