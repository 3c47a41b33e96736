# effect: wrong
# truth: [0.434783, 0.434783, 0.434783, 0.456522, 0.456522, 0.456522, 0.5, 0.5, 0.5, 0.891304, 0.891304, 0.891304, 0.5]
# a Keras model whose call squeezes its output, trained with column labels in its own train_step
import numpy as np
import tensorflow as tf


class Forecaster(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3, activation="relu", kernel_initializer="ones")
        self.head = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, inputs):
        return tf.squeeze(self.head(self.hidden(inputs)), axis=-1)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            residual = y_pred - y  # TFG510
            loss = tf.reduce_mean(tf.abs(residual))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


history = np.linspace(0.0, 1.0, 24).reshape(12, 2).astype("float32")
future = np.linspace(1.0, 3.0, 12).reshape(-1, 1).astype("float32")
model = Forecaster()
model.compile(optimizer="sgd")
model.fit(history, future, batch_size=12, shuffle=False, epochs=1, verbose=0)
