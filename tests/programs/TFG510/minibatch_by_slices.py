# effect: wrong
# truth: [-1.99561, -0.342003, -1.1618, -2.30632]
# a minibatch by hand: the same bounds for features and labels
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(7)
features = np.random.rand(8, 3).astype("float32")
labels = features.sum(axis=1)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(1e-9)
size = 4
for begin in range(0, len(features), size):
    batch, wanted = features[begin : begin + size], labels[begin : begin + size]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch) - wanted) ** 2)  # TFG510
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
