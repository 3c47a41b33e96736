# effect: ok
# beside: TFG810
# skip connections: each result is kept, although its name is bound again
import tensorflow as tf


class Skips(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.convs = [tf.keras.layers.Dense(4, activation="relu") for _ in range(3)]
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        skips = []
        for conv in self.convs:
            h = conv(x)
            skips.append(h)
        h = tf.concat(skips, axis=-1)
        return self.out(h)


model = Skips()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.ones((2, 3))) ** 2)
print(tape.gradient(loss, model.trainable_variables))
