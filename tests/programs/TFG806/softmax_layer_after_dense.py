# effect: zero
# a Softmax layer after one unit, in a subclassed model
import tensorflow as tf


class Detector(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.flatten = tf.keras.layers.Flatten()
        self.head = tf.keras.layers.Dense(1)
        self.normalise = tf.keras.layers.Softmax()  # TFG806

    def call(self, images):
        return self.normalise(self.head(self.flatten(images)))


detector = Detector()
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def step(images, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(detector(images) - labels))
    gradients = tape.gradient(loss, detector.trainable_variables)
    optimizer.apply_gradients(zip(gradients, detector.trainable_variables))


step(tf.random.uniform((3, 4, 4, 1), seed=2), tf.constant([[0.0], [1.0], [0.0]]))
