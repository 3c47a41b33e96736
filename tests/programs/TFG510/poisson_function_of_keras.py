# effect: wrong
# truth: [-0.182534, -0.00288853]
# Keras' loss objects give both arguments one shape; the function `poisson` does not
import tensorflow as tf

rate = tf.keras.layers.Dense(1, activation="softplus", kernel_initializer="ones")
exposure = tf.constant([[0.2], [0.5], [0.9], [1.4]])
counts = tf.constant([0.0, 1.0, 1.0, 3.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.keras.losses.poisson(counts, rate(exposure)))  # TFG510
gradients = tape.gradient(loss, rate.trainable_variables)
