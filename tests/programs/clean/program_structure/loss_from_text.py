# effect: ok
# the loss is an expression from a file of settings; evaluating it calls the model
import tensorflow as tf


class Network(tf.keras.Sequential):
    def __init__(self, depth):
        super().__init__()
        for _ in range(depth):
            self.add(tf.keras.layers.Dense(3, activation="tanh"))

    def residual(self, points):
        return tf.reduce_mean(self(points) ** 2)

    def gradients(self, points, text):
        with tf.GradientTape() as tape:
            loss = eval(text)
        return tape.gradient(loss, self.trainable_weights)


network = Network(2)
print(network.gradients(tf.ones((4, 2)), "self.residual(points)"))
