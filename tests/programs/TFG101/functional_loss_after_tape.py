# effect: none
# the model of a class's own method; its loss is computed one indentation too far left
import tensorflow as tf
from tensorflow import keras


class Regression:
    def __init__(self):
        features = keras.Input((4,), name="features")
        h = keras.layers.Dense(5, activation="tanh")(features)
        self.net = keras.Model(features, keras.layers.Dense(1)(h))
        self.optimizer = keras.optimizers.SGD(0.1)

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            predicted = self.net(x)
        loss = tf.reduce_mean(tf.abs(predicted - y))  # TFG101
        gradients = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.net.trainable_variables))


regression = Regression()
regression.step(tf.random.normal((8, 4), seed=1), tf.random.normal((8, 1), seed=2))
