# effect: wrong
# truth: [1.01, 0.91, 0.96, 0.96, 0.76, 0.66, 0.71, 0.71, 2.5, 2.5, 2.5, 2.5, 1.67, 1.67, 1.67, 1.67, 2.5, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0, 0]
# of two outputs, the one for classes has no activation
import numpy as np
import tensorflow as tf

inputs = tf.keras.Input(shape=(2,))
shared = tf.keras.layers.Dense(4, activation="relu", kernel_initializer="ones")(inputs)
value = tf.keras.layers.Dense(1, kernel_initializer="ones")(shared)
policy = tf.keras.layers.Dense(2, kernel_initializer="identity")(shared)
model = tf.keras.Model(inputs, [value, policy])
model.compile(  # TFG513
    optimizer="sgd",
    loss=["mse", tf.keras.losses.CategoricalCrossentropy()],
)
x = np.array([[0.2, 0.1], [0.4, 0.3]])
model.fit(x, [np.array([[1.0], [0.5]]), np.eye(2)], epochs=1, verbose=0)
