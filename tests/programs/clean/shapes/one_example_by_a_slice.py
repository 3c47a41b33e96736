# effect: ok
# beside: TFG510
# one row at a time: (1, 1) and (1,) make one number
import numpy as np
import tensorflow as tf

features = np.random.rand(5, 3).astype("float32")
labels = features.sum(axis=1)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for i in range(len(features)):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(features[i : i + 1]) - labels[i : i + 1]) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
