# effect: none
# the first call makes a variable that no list of Keras 3 has; the optimizer never gets it
import tensorflow as tf


class Mixture(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.shares = {}

    def call(self, inputs):
        if "share" not in self.shares:
            self.shares["share"] = tf.Variable(0.5)  # TFG805
        share = self.shares["share"]
        return share * inputs + (1.0 - share) * inputs**2


model = tf.keras.Sequential([Mixture(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.constant([[1.0, 2.0], [0.5, 3.0]])
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(data) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
