# effect: none
# the class of a metric with the name of a loss
from tensorflow import keras
from tensorflow.keras.metrics import MeanSquaredError
import numpy as np


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


net = Net()
net.compile(optimizer="sgd", loss=MeanSquaredError)  # TFG407
net.fit(np.ones((4, 3)), np.ones((4, 1)), verbose=0)
