# effect: ok
# beside: TFG412
# the callback changes the value of a variable of the model
import numpy as np
import tensorflow as tf


class Annealed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(1)
        self.beta = tf.Variable(0.5, trainable=False)

    def call(self, inputs):
        return self.head(inputs)

    def train_step(self, data):
        inputs, targets = data
        with tf.GradientTape() as tape:
            loss = self.beta * tf.reduce_mean(tf.square(self(inputs) - targets))
        gradients = tape.gradient(loss, self.head.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.head.trainable_variables))
        return {"loss": loss}


class Schedule(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta.assign(1.0 / (epoch + 1))


model = Annealed()
model.compile(tf.keras.optimizers.SGD(0.1))
inputs = np.ones((4, 2), "float32")
model.fit(inputs, inputs[:, :1], epochs=2, verbose=0, callbacks=[Schedule()])
