# effect: ok
# beside: TFG512, TFG513
# a linear output and a loss that says so
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
model.compile(
    optimizer="adam",
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(np.array([[0.2, 0.1], [0.5, 0.9]]), np.array([0, 2]), verbose=0)
