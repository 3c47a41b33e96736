# effect: wrong
# truth: [0, -2.4]
# `train_step` of a Keras model: `assign` keeps the gradients of the last batch before the update
import tensorflow as tf


class Accumulating(tf.keras.Model):
    def __init__(self, every):
        super().__init__()
        self.every = every
        self.dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
        self.count = tf.Variable(0, trainable=False)

    def call(self, inputs):
        return self.dense(inputs)

    def prepare(self):
        self.sums = [
            tf.Variable(tf.zeros(v.shape), trainable=False) for v in self.trainable_variables
        ]

    def train_step(self, data):
        features, labels = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(features, labels, self(features, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        for total, gradient in zip(self.sums, gradients):
            total.assign(gradient)  # TFG501
        self.count.assign_add(1)
        tf.cond(self.count % self.every == 0, self.update, lambda: None)
        return {"loss": loss}

    def update(self):
        self.optimizer.apply_gradients(zip(self.sums, self.trainable_variables))
        for total in self.sums:
            total.assign(tf.zeros_like(total))


model = Accumulating(2)
features = tf.constant([[1.0, 1.0], [0.0, 3.0]])
model(features)
model.prepare()
model.compile(tf.keras.optimizers.SGD(0.1), "mse", run_eagerly=True)
model.fit(features, tf.constant([[4.0], [1.0]]), batch_size=1, epochs=2, shuffle=False, verbose=0)
