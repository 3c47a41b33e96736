# effect: none
# the method of a trainer is traced and gets the weights as an argument
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model

    @tf.function
    def gradients(self, features, weights):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(features)))
        return tape.gradient(loss, weights)  # TFG415

    def step(self, features):
        return self.gradients(features, self.model.trainable_weights)


network = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
print(Trainer(network).step(tf.ones((2, 3))))
