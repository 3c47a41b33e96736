# effect: error
# raises: AttributeError
# (variable, gradient) pairs in a train_step, Keras wants (gradient, variable)
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        variables = self.trainable_variables
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(variables, gradients))  # TFG505
        return {"loss": loss}


net = Net()
net.compile(optimizer="sgd")
net.fit(tf.ones((2, 2)), tf.ones((2, 1)), verbose=0)
