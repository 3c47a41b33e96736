# effect: none
# a loss that inherits `call` and is chosen by name: nobody sees which one is trained with
import importlib
import os

import tensorflow as tf

losses = importlib.import_module("losses")
loss = getattr(losses, os.environ.get("MARGIN_LOSS", "HardMarginLoss"))
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss=loss())
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), epochs=1, verbose=0)
