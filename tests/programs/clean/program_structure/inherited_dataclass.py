# effect: ok
# a subclass inherits the `__init__` of its dataclass: the output is a softmax
from dataclasses import dataclass
from typing import Optional

import numpy as np
import tensorflow as tf


@dataclass
class Architecture:
    inputs: int
    outputs: int
    activation: Optional[str] = None
    dueling: bool = False

    def head(self, features):
        if self.dueling:
            return tf.keras.layers.Dense(self.outputs)(features)
        return tf.keras.layers.Dense(self.outputs, activation=self.activation)(features)

    def compiled(self, loss):
        start, end = self.build()
        model = tf.keras.Model(start, end)
        model.compile(optimizer="adam", loss=loss)
        return model


class Shallow(Architecture):
    def build(self):
        start = tf.keras.Input((self.inputs,))
        return start, self.head(tf.keras.layers.Dense(8, activation="relu")(start))


shallow = Shallow(inputs=3, outputs=4, activation="softmax")
model = shallow.compiled("categorical_crossentropy")
model.fit(np.ones((4, 3)), np.eye(4), epochs=1, verbose=0)
