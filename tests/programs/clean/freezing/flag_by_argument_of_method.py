# effect: ok
# beside: TFG808
# one method sets the flag of each layer, by an argument that a later call changes
import tensorflow as tf


class Classifier(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.backbone = tf.keras.Sequential(
            [tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(4)]
        )

    def call(self, x):
        return self.backbone(x)

    def set_trainable(self, first_trained):
        for index, layer in enumerate(self.backbone.layers):
            layer.trainable = index >= first_trained


def train(model, x, steps):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - 1.0))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


optimizer = tf.keras.optimizers.SGD(0.1)
model = Classifier()
data = tf.ones((2, 3))
model(data)
model.set_trainable(2)
print(model(data))
model.set_trainable(1)
train(model, data, 2)
