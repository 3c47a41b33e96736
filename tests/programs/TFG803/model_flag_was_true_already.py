# effect: none
# a helper thaws the model by its own flag, which has no effect on layers that were frozen one by one
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model

    def freeze(self):
        for layer in self.model.layers:
            layer.trainable = False

    def thaw(self):
        self.model.trainable = True

    def gradients(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.model(x) ** 2)
        return tape.gradient(loss, self.model.trainable_variables)  # TFG803


net = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)]
)
trainer = Trainer(net)
trainer.freeze()
trainer.thaw()
print(trainer.gradients(tf.ones((1, 2))))
