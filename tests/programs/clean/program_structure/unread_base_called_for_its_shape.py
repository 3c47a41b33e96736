# effect: ok
# objects of an unread base class are called before the tape to be built, and again inside
import tensorflow as tf

Base = eval("tf.keras.layers.Dense")


class Head(Base):
    def describe(self):
        return f"{self.units} units"


class Trainer:
    def __init__(self, table):
        self.head = Head(1)
        self.criterion = table["mse"]

    def gradients(self, x, y):
        before = self.criterion(y, self.head(x))
        with tf.GradientTape() as tape:
            loss = self.criterion(y, self.head(x))
        gradients = tape.gradient(loss, self.head.trainable_variables)
        return gradients, before - loss


trainer = eval("Trainer({'mse': tf.keras.losses.MeanSquaredError()})")
print(trainer.head.describe(), trainer.gradients(tf.ones((4, 2)), tf.zeros((4, 1))))
