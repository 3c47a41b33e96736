# effect: none
# a functional model with named outputs: one name has None
import numpy as np
import keras


def build():
    inp = keras.Input((2,), name="x")
    z = keras.layers.Dense(3, activation="tanh")(inp)
    outputs = {
        "price": keras.layers.Dense(1)(z),
        "risk": keras.layers.Dense(1, activation="sigmoid")(z),
    }
    return keras.Model(inp, outputs)


net = build()
net.compile("adam", loss={"price": "mse", "risk": None})  # TFG809
ones = np.ones((4, 1), "float32")
net.fit(np.ones((4, 2), "float32"), {"price": ones, "risk": ones}, verbose=0)
