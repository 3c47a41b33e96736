# effect: ok
# beside: TFG805
# Keras tracks layers in dicts of lists and in tuples
import tensorflow as tf
from tensorflow.keras import layers


class Net(tf.keras.Model):
    def __init__(self, widths):
        super().__init__()
        self.blocks = {
            f"b{i}": [layers.Dense(w), layers.LayerNormalization()] for i, w in enumerate(widths)
        }
        self.heads = (layers.Dense(1), layers.Dense(1))

    def call(self, x):
        for name in self.blocks:
            for layer in self.blocks[name]:
                x = layer(x)
        return self.heads[0](x) * tf.sigmoid(self.heads[1](x))


net = Net([4, 4])
net.compile("adam", "mse")
net.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
