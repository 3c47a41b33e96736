# effect: ok
# beside: TFG412
# the callback changes attributes of its own, and one that no step reads
import numpy as np
import tensorflow as tf


class Watcher(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.best = 1e9

    def on_epoch_end(self, epoch, logs=None):
        self.best = min(self.best, logs["loss"])
        self.model.last_epoch = epoch


class Scaled(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(1)
        self.scale = 2.0

    def call(self, inputs):
        return self.scale * self.head(inputs)


model = Scaled()
model.compile("sgd", "mse")
inputs = np.ones((4, 2), "float32")
model.fit(inputs, inputs[:, :1], epochs=2, verbose=0, callbacks=[Watcher()])
