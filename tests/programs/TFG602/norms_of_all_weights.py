# effect: nan
# a penalty on the norm of every variable, of which the biases start at zero
import tensorflow as tf


class Network(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.body = tf.keras.layers.Dense(3, activation="tanh")
        self.head = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.head(self.body(inputs))


def penalty(model):
    total = 0.0
    for weight in model.trainable_weights:
        total += tf.sqrt(tf.reduce_sum(tf.square(weight)))  # TFG602
    return total


model = Network()
features = tf.constant([[0.5, 1.0], [2.0, -1.0]])
model(features)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(features) - 1.0)) + 0.01 * penalty(model)
print(tape.gradient(loss, model.trainable_variables))
