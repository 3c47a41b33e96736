# effect: wrong
# truth: [3.94905, 9.36911, 15.6543, 2.68477]
# a linear regression by hand: the network returns a column, the prices are a vector
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(7)
rooms = rng.uniform(1.0, 6.0, size=(20, 3)).astype("float32")
prices = (rooms @ np.array([2.0, 0.5, -1.0], dtype="float32")).astype("float32")
model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
optimizer = tf.keras.optimizers.SGD(0.01)

for epoch in range(2):
    with tf.GradientTape() as tape:
        predicted = model(rooms)
        error = prices - predicted  # TFG510
        loss = tf.reduce_mean(tf.square(error))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
