# effect: ok
# beside: TFG313, TFG809
# the loss of one output has a small weight
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

inp = layers.Input((6,))
trunk = layers.Dense(12, activation="relu")(inp)
age = layers.Dense(1, name="age")(trunk)
sex = layers.Dense(1, activation="sigmoid", name="sex")(trunk)
model = tf.keras.Model(inp, {"age": age, "sex": sex})
model.compile(
    optimizer="adam",
    loss={"age": "mse", "sex": "binary_crossentropy"},
    loss_weights={"age": 1.0, "sex": 0.01},
)
x = np.random.rand(32, 6)
model.fit(x, {"age": np.random.rand(32, 1), "sex": np.random.randint(0, 2, (32, 1))}, verbose=0)
