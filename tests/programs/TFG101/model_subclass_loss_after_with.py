# effect: none
# train_step computes the loss after the with block, in a method that stores it on self
import tensorflow as tf


class Trainer:
    def __init__(self, units):
        self.dense = tf.keras.layers.Dense(units, kernel_initializer="ones")
        self.criterion = tf.keras.losses.MeanSquaredError()
        self.last_loss = None

    def step(self, x, y):
        with tf.GradientTape() as tape:
            out = self.dense(x)
        self.last_loss = self.criterion(y, out)  # TFG101
        return tape.gradient(self.last_loss, self.dense.trainable_weights)


print(Trainer(1).step(tf.ones((2, 3)), tf.zeros((2, 1))))
