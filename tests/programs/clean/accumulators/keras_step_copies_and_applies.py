# effect: ok
# beside: TFG520
# buffers that are set and applied in every step, for a callback that looks at them
import tensorflow as tf


class Watched(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.dense(inputs)

    def prepare(self):
        self.last = [
            tf.Variable(tf.zeros(v.shape), trainable=False) for v in self.trainable_variables
        ]

    def train_step(self, data):
        features, labels = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(features, labels, self(features, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        for kept, gradient in zip(self.last, gradients):
            kept.assign(gradient)
        self.optimizer.apply_gradients(zip(self.last, self.trainable_variables))
        return {"loss": loss}


model = Watched()
features = tf.constant([[1.0, 0.0], [0.0, 3.0]])
model(features)
model.prepare()
model.compile("sgd", "mse")
model.fit(features, tf.constant([[2.0], [1.0]]), batch_size=1, verbose=0)
