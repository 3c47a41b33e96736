# effect: zero
# the labels have one column, and the model as many units as they have columns
import numpy as np
import tensorflow as tf

readings = np.random.rand(24, 5)
faulty = np.random.randint(0, 2, size=(24, 1))


def classifier(columns):
    return tf.keras.Sequential(
        [
            tf.keras.Input((5,)),
            tf.keras.layers.Dense(7, activation="relu"),
            tf.keras.layers.Dense(columns, activation="softmax"),  # TFG806
        ]
    )


model = classifier(faulty.shape[1])
model.compile(optimizer="sgd", loss="mean_absolute_error")
model.fit(readings, faulty, epochs=1, verbose=0)
