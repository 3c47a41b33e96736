# effect: ok
# beside: TFG808
# only batch normalisation is frozen, by its class
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(4),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dense(1),
    ]
)
for layer in model.layers:
    if isinstance(layer, tf.keras.layers.BatchNormalization):
        layer.trainable = False
model.compile("sgd", "mse")
model.fit(tf.random.normal((4, 3), seed=1), tf.ones((4, 1)), verbose=0)
