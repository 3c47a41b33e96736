# effect: ok
# beside: TFG806
# how many units there are is not known before the program runs
import numpy as np
import tensorflow as tf

labels = np.random.default_rng(1).integers(0, 4, size=20)
classes = int(labels.max()) + 1
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(classes, activation="softmax")])
x = tf.random.normal((20, 2), seed=1)
with tf.GradientTape() as tape:
    chosen = tf.gather(model(x), labels, batch_dims=1)
    loss = -tf.reduce_mean(tf.math.log(chosen + 1e-7))
gradients = tape.gradient(loss, model.trainable_variables)
