# effect: wrong
# truth: [0.05, -0.05, 0, -0.05, 0.05, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
# the loss of `compile` is used in a training step of the program's own
import numpy as np
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3, activation="relu", kernel_initializer="ones")
        self.scores = tf.keras.layers.Dense(2, kernel_initializer="identity")

    def call(self, inputs):
        return self.scores(self.hidden(inputs))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=y_pred)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


net = Net()
net.compile(optimizer="sgd", loss=tf.keras.losses.CategoricalCrossentropy())  # TFG513
net.fit(np.array([[0.1, 0.4], [0.3, 0.2]]), np.eye(2), epochs=1, verbose=0)
