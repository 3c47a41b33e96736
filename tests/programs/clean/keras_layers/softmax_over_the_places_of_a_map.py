# effect: ok
# beside: TFG806
# one channel, but the softmax goes over its places: expected coordinates
import tensorflow as tf

inputs = tf.keras.Input((4, 4, 2))
heat = tf.keras.layers.Conv2D(1, 3, padding="same")(inputs)
places = tf.keras.layers.Softmax(axis=1)(tf.keras.layers.Reshape((16, 1))(heat))
pooled = tf.keras.layers.Flatten()(places)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(2, activation="softmax")(pooled))
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.random.normal((3, 4, 4, 2)), tf.ones((3, 2)), epochs=1, verbose=0)
