# effect: ok
# beside: TFG808
# frozen first, then thawed and compiled again
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)]
)
model.layers[0].trainable = False
model.compile("sgd", "mse")
data, labels = tf.random.normal((4, 3), seed=1), tf.ones((4, 1))
model.fit(data, labels, verbose=0)
model.layers[0].trainable = True
model.compile("sgd", "mse")
model.fit(data, labels, verbose=0)
