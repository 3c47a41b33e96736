# effect: ok
# beside: TFG809, TFG810
# pretraining uses one head, training the other: both are reached somewhere
import tensorflow as tf


class TwoHeads(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.trunk = tf.keras.layers.Dense(4, activation="relu")
        self.reconstruct = tf.keras.layers.Dense(3)
        self.classify = tf.keras.layers.Dense(2)

    def call(self, x):
        h = self.trunk(x)
        return self.reconstruct(h), self.classify(h)


def variables_with_gradient(loss_of, model, x):
    with tf.GradientTape() as tape:
        loss = loss_of(*model(x))
    pairs = zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    return [(g, v) for g, v in pairs if g is not None]


x = tf.ones((2, 3))
model = TwoHeads()
model(x)
sgd = tf.keras.optimizers.SGD(0.1)
sgd.build(model.trainable_variables)
sgd.apply_gradients(variables_with_gradient(lambda r, c: tf.reduce_mean((r - x) ** 2), model, x))
sgd.apply_gradients(variables_with_gradient(lambda r, c: tf.reduce_mean(c**2), model, x))
with tf.GradientTape() as tape:
    r, c = model(x)
    loss = tf.reduce_mean((r - x) ** 2) + tf.reduce_mean(c**2)
print(tape.gradient(loss, model.trainable_variables))
