# effect: none
# the tracker's running mean is no function of the weights
import keras
import numpy as np
import tensorflow as tf


class TrackedModel(keras.Model):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = keras.layers.Dense(1)
        self.loss_tracker_2 = keras.metrics.Mean(name="mse")

    def call(self, x):
        return self.net(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            pred = self(x, training=True)
            self.loss_tracker_2.update_state(tf.square(pred - y))
            loss = self.loss_tracker_2.result()  # TFG407
        grads = tape.gradient(loss, self.trainable_variables)
        pairs = [(g, v) for g, v in zip(grads, self.trainable_variables) if g is not None]
        if pairs:
            self.optimizer.apply_gradients(pairs)
        return {"mse": loss}


m = TrackedModel()
m.compile(optimizer="sgd")
m.fit(np.ones((4, 2), "float32"), np.zeros((4, 1), "float32"), epochs=1, verbose=0)
