# effect: ok
# beside: TFG309
# the estimator is right; the head is trained on codes that do not train the encoder
import tensorflow as tf


class Codes(tf.keras.layers.Layer):
    def build(self, shape):
        self.weight = self.add_weight(shape=(shape[-1], 2), name="weight")

    def call(self, inputs):
        raw = inputs @ self.weight
        return raw + tf.stop_gradient(tf.round(raw) - raw)


class Probe(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.codes = Codes()
        self.head = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.head(tf.stop_gradient(self.codes(inputs)))


model = Probe()
batch = tf.random.normal((5, 3), seed=2)
model(batch)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(batch) ** 2)
print(tape.gradient(loss, model.head.trainable_variables))
