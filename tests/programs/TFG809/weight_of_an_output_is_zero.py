# effect: zero
# the loss of one output has the weight zero
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

inp = layers.Input((6,))
trunk = layers.Dense(12, activation="relu")(inp)
age = layers.Dense(1, name="age")(trunk)
sex_hidden = layers.Dense(8, activation="relu", name="sex_hidden")(trunk)
sex = layers.Dense(1, activation="sigmoid", name="sex")(sex_hidden)
model = tf.keras.Model(inp, {"age": age, "sex": sex})
model.compile(  # TFG809
    optimizer="adam",
    loss={"age": "mse", "sex": "binary_crossentropy"},
    loss_weights={"age": 1.0, "sex": 0.0},
)
x = np.random.rand(32, 6)
model.fit(x, {"age": np.random.rand(32, 1), "sex": np.random.randint(0, 2, (32, 1))}, verbose=0)
