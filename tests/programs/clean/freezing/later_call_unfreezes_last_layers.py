# effect: ok
# beside: TFG808
# the same method freezes everything first and leaves the last layers trainable in a second call
import tensorflow as tf


class FineTuner:
    def __init__(self):
        self.backbone = tf.keras.Sequential(
            [
                tf.keras.Input((3,)),
                tf.keras.layers.Dense(4, activation="relu"),
                tf.keras.layers.Dense(4, activation="relu"),
                tf.keras.layers.Dense(2),
            ]
        )

    def freeze(self, last=None):
        for layer in self.backbone.layers:
            layer.trainable = True
        for layer in self.backbone.layers[:last]:
            layer.trainable = False

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.backbone(x) ** 2)
        return tape.gradient(loss, self.backbone.trainable_variables)


tuner = FineTuner()
tuner.freeze()
print(tuner.backbone(tf.ones((1, 3))))
tuner.freeze(last=-1)
print(tuner.step(tf.ones((2, 3))))
