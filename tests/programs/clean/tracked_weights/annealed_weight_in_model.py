# effect: ok
# beside: TFG412, TFG805
# a factor of the loss that a callback assigns: it is read, and changed by the program itself
import tensorflow as tf


class Annealed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.beta = tf.Variable(0.0)

    def call(self, x):
        return self.dense(x) * (1.0 + self.beta)


class Raise(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta.assign(0.1 * epoch)


model = Annealed()
model.compile("sgd", "mse")
model.fit(tf.ones((4, 2)), tf.ones((4, 1)), epochs=2, callbacks=[Raise()], verbose=0)
