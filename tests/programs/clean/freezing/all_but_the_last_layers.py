# effect: ok
# beside: TFG808
# a slice of the layers is frozen
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(4, activation="tanh"),
        tf.keras.layers.Dense(4, activation="tanh"),
        tf.keras.layers.Dense(1),
    ]
)
for layer in model.layers[:-1]:
    layer.trainable = False
model.compile("sgd", "mse")
model.fit(tf.random.normal((4, 3), seed=1), tf.ones((4, 1)), verbose=0)
