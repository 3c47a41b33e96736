# effect: none
# the attention's result has a name that nothing reads
import tensorflow as tf
from tensorflow.keras import layers


class Encoder(layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.attention = layers.MultiHeadAttention(2, width)
        self.feed_forward = layers.Dense(width)

    def call(self, x):
        attended = self.attention(x, x)  # TFG810
        return x + self.feed_forward(x)


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder(4)
        self.head = layers.Dense(1)

    def call(self, x):
        return self.head(self.encoder(x))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


model = Model()
model.compile(optimizer="adam")
model.fit(tf.ones((2, 3, 4)), tf.ones((2, 3, 1)), verbose=0)
