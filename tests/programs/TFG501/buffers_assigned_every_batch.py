# effect: wrong
# truth: [24.0, 4.8]
# `assign` in place of `assign_add` in a class that accumulates
import tensorflow as tf


class Accumulating:
    def __init__(self, model, every):
        self.model = model
        self.every = every
        self.optimizer = tf.keras.optimizers.SGD(0.05)
        self.buffers = [
            tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables
        ]

    def train(self, batches):
        for number, batch in enumerate(batches):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(self.model(batch) - 1.0))
            gradients = tape.gradient(loss, self.model.trainable_variables)
            for buffer, gradient in zip(self.buffers, gradients):
                buffer.assign(gradient / self.every)  # TFG501
            if (number + 1) % self.every == 0:
                self.optimizer.apply_gradients(zip(self.buffers, self.model.trainable_variables))
                for buffer in self.buffers:
                    buffer.assign(tf.zeros_like(buffer))
        return gradients


network = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
trainer = Accumulating(network, 2)
print(trainer.train([tf.constant([[float(n)]]) for n in (3, 1, 2, 5)]))
