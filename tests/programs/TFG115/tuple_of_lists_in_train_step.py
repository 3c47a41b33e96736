# effect: error
# raises: AttributeError
# zip is missing in a train_step
import numpy as np
import tensorflow as tf


class Regressor(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.head(inputs)

    def train_step(self, data):
        inputs, targets = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(inputs) - targets))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients((gradients, self.trainable_variables))  # TFG115
        return {"loss": loss}


model = Regressor()
model.compile(tf.keras.optimizers.SGD(0.1))
model.fit(np.ones((4, 2), "float32"), np.ones((4, 1), "float32"), verbose=0)
