# effect: none
# the loss is looked up by its name, and called under the name of an attribute
import tensorflow as tf


class Trainer:
    def __init__(self, model, table):
        self.model = model
        self.table = table

    def configure(self, choice):
        self.probe_loss = self.table[choice]

    def gradients(self, features, labels):
        with tf.GradientTape() as tape:
            logits = self.model(features)
        value = self.probe_loss(labels, logits)  # TFG101
        return tape.gradient(value, self.model.trainable_variables)


trainer = eval(
    "Trainer(tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)]),"
    " {'mse': tf.keras.losses.MeanSquaredError()})"
)
trainer.configure("mse")
print(trainer.gradients(tf.ones((4, 2)), tf.zeros((4, 1))))
