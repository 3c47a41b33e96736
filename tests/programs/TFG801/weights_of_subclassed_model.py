# effect: none
# the normalisation layer hides inside a block of a subclassed model
import tensorflow as tf
from tensorflow.keras import layers


class Block(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = layers.Dense(units)
        self.norm = layers.BatchNormalization()

    def call(self, x, training=False):
        return tf.nn.relu(self.norm(self.dense(x), training=training))


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block(4)
        self.head = layers.Dense(1)

    def call(self, x, training=False):
        return self.head(self.block(x, training=training))


def train_step(model, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    return tape.gradient(loss, model.weights)  # TFG801


print(train_step(Net(), tf.ones((4, 2)), tf.ones((4, 1))))
