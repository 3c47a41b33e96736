# effect: ok
# class weights from the labels: NumPy computes a coefficient that depends on no weight
import numpy as np
import tensorflow as tf

labels = np.array([0.0, 1.0, 1.0, 0.0], "float32")
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
with tf.GradientTape() as tape:
    scores = model(tf.eye(4))[:, 0]
    weight = np.where(labels > 0, 1.0 / labels.mean(), 1.0).astype("float32")
    loss = tf.reduce_mean(weight * (scores - labels) ** 2)
print(tape.gradient(loss, model.trainable_variables))
