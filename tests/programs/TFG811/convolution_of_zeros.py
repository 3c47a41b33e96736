# effect: zero
# a convolution of zeros with a ReLU
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

model = keras.Sequential(
    [
        layers.Input((8, 8, 1)),
        layers.Conv2D(  # TFG811
            4, 3, activation="relu", kernel_initializer=keras.initializers.Zeros()
        ),
        layers.Flatten(),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy")
model.fit(np.random.rand(16, 8, 8, 1), np.random.randint(0, 10, 16), verbose=0)
