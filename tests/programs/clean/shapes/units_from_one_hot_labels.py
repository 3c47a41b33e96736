# effect: ok
# beside: TFG806
# one column for each class: the softmax is over three units
import numpy as np
import tensorflow as tf

readings = np.random.rand(24, 5)
kinds = np.eye(3)[np.random.randint(0, 3, size=24)]
faulty = np.random.randint(0, 2, size=(24, 1))

model = tf.keras.Sequential(
    [tf.keras.Input((readings.shape[-1],)), tf.keras.layers.Dense(7, activation="relu")]
)
model.add(tf.keras.layers.Dense(kinds.shape[1], activation="softmax"))
model.compile(optimizer="sgd", loss="mse")
model.fit(readings, kinds, epochs=1, verbose=0)

detector = tf.keras.Sequential(
    [tf.keras.Input((5,)), tf.keras.layers.Dense(faulty.shape[1], activation="sigmoid")]
)
detector.compile(optimizer="sgd", loss="mse")
detector.fit(readings, faulty, epochs=1, verbose=0)
