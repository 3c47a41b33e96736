# effect: error
# raises: ValueError
# each call of the traced method would make another Adam
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable([0.5, -0.5])

    def optimizer(self):
        return tf.keras.optimizers.Adam(learning_rate=0.01)  # TFG414

    @tf.function
    def step(self, features):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight * features - 1.0))
        gradient = tape.gradient(loss, self.weight)
        self.optimizer().apply_gradients([(gradient, self.weight)])
        return gradient


trainer = Trainer()
print(trainer.step(tf.constant([1.0, 2.0])))
