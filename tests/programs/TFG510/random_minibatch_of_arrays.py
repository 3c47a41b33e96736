# effect: wrong
# truth: [-3.03538, -2.76667, -2.51437, -5.24222]
# rows at random places
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(8)
features = np.random.rand(40, 3).astype("float32")
labels = features.sum(axis=1)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
order = np.random.permutation(len(features))
places = order[:16]
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((model(features[places]) - labels[places]) ** 2)  # TFG510
print(tape.gradient(loss, model.trainable_variables))
