# effect: ok
# beside: TFG805
# the objective that a trainer is given may call the trainer's network, which builds it
import tensorflow as tf


class Trainer(tf.Module):
    def __init__(self, objective):
        super().__init__()
        self.network = tf.keras.Sequential([tf.keras.layers.Dense(3)])
        self.objective = objective

    def train_step(self, images, optimizer):
        with tf.GradientTape() as tape:
            loss = self.objective(self, images)
        gradients = tape.gradient(loss, self.network.trainable_variables)
        optimizer.apply_gradients(zip(gradients, self.network.trainable_variables))
