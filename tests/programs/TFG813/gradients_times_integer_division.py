# effect: none
# the share of each part is an integer division
import numpy as np
import tensorflow as tf

PARTS = 8
share = 1 // PARTS


class Scaled(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        scaled = [share * g for g in gradients]  # TFG813
        self.optimizer.apply_gradients(zip(scaled, self.trainable_variables))
        return {"loss": loss}


model = Scaled()
model.compile(optimizer=tf.keras.optimizers.SGD(0.1))
rows = np.random.rand(16, 2).astype("float32")
model.fit(rows, np.ones((16, 1), "float32"), verbose=0)
