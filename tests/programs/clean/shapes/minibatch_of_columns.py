# effect: ok
# beside: TFG510
# a minibatch by hand, with labels in a column
import numpy as np
import tensorflow as tf

features = np.random.rand(8, 3).astype("float32")
labels = features.sum(axis=1, keepdims=True)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for begin in range(0, len(features), 4):
    places = np.random.permutation(8)[begin : begin + 4]
    batch, wanted = features[places], labels[places]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch) - wanted) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
