# effect: ok
# beside: TFG510
# the pipeline makes columns of the labels, so both sides agree
import numpy as np
import tensorflow as tf

features = np.random.rand(12, 3).astype("float32")
labels = np.random.rand(12).astype("float32")
data = tf.data.Dataset.from_tensor_slices((features, labels)).batch(4)
data = data.map(lambda x, y: (x, y[:, tf.newaxis]))
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
for x, y in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
