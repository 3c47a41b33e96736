# effect: none
# the backbone's list is asked for by the optimizer of the backbone although it is frozen
import tensorflow as tf


class Detector(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.backbone = tf.keras.layers.Dense(3, trainable=False)
        self.head = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.head(self.backbone(x))

    def fine_tune(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
        variables = self.backbone.trainable_variables
        return tape.gradient(loss, variables)  # TFG803


detector = Detector()
detector(tf.ones((1, 2)))
print(detector.fine_tune(tf.ones((2, 2)), tf.ones((2, 1))))
