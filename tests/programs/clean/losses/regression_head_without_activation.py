# effect: ok
# beside: TFG513
# losses of any number
import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mean_squared_error")
model.fit(np.array([[0.2, 0.1], [0.5, 0.9]]), np.array([1.0, 2.0]), verbose=0)
