# effect: ok
# beside: TFG414
# the optimizer is made only in the first trace, and kept
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weight = tf.Variable([0.5, -0.5])
        self.optimizer = None

    @tf.function
    def step(self, features):
        if self.optimizer is None:
            self.optimizer = tf.keras.optimizers.SGD(learning_rate=0.01)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(self.weight * features - 1.0))
        gradient = tape.gradient(loss, self.weight)
        self.optimizer.apply_gradients([(gradient, self.weight)])
        return gradient


trainer = Trainer()
print(trainer.step(tf.constant([1.0, 2.0])))
