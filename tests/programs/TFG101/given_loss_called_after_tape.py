# effect: none
# model and loss come from a constructor's arguments
import tensorflow as tf


class Trainer:
    def __init__(self, model, loss_fn):
        self.model = model
        self.loss_fn = loss_fn

    def gradients(self, batch):
        features, labels = batch
        with tf.GradientTape() as tape:
            predictions = self.model(features)
        loss = self.loss_fn(labels, predictions)  # TFG101
        return tape.gradient(loss, self.model.trainable_variables)


trainer = eval(
    "Trainer(tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)]),"
    " tf.keras.losses.MeanSquaredError())"
)
print(trainer.gradients((tf.ones((4, 2)), tf.zeros((4, 1)))))
