# effect: error
# raises: ValueError
# transfer learning: the backbone is frozen, and the head was put inside it
import tensorflow as tf


class Finetune:
    def __init__(self):
        self.model = tf.keras.Sequential(
            [tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)]
        )
        self.opt = tf.keras.optimizers.SGD(0.1)

    def freeze(self):
        for layer in self.model.layers:
            layer.trainable = False

    def train(self, x, y):
        self.freeze()
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        grads = tape.gradient(loss, self.model.trainable_variables)  # TFG803
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))


Finetune().train(tf.ones((2, 3)), tf.ones((2, 1)))
