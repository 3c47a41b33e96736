# effect: ok
# beside: TFG810
# calls for their effect: building, metrics, add_loss; and layers used only at inference
import tensorflow as tf


class Activity(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.probe = tf.keras.layers.Dense(1)

    def call(self, x):
        self.add_loss(0.1 * tf.reduce_mean(tf.square(self.probe(x))))
        return x


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.activity = Activity()
        self.dense = tf.keras.layers.Dense(1)
        self.extra = tf.keras.layers.Dense(1)

    def call(self, x, training=False):
        self.activity(x)
        if not training:
            return self.dense(x) + self.extra(x)
        return self.dense(x) + self.extra(x)

    def explain(self, x):
        self.dense(x)
        return self.extra(x)


net = Net()
net(tf.ones((1, 3)))
net.compile("sgd", "mse")
net.fit(tf.ones((4, 3)), tf.zeros((4, 1)), verbose=0)
