# effect: wrong
# truth: [1.6928, 1.6928]
# `fit` repeats a `train_step` that applies the buffers every second batch
import tensorflow as tf


class Accumulating(tf.keras.Model):
    def __init__(self, every):
        super().__init__()
        self.every = every
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.count = tf.Variable(0, trainable=False)

    def call(self, inputs):
        return self.dense(inputs)

    def make_buffers(self):
        self.buffers = [
            tf.Variable(tf.zeros_like(v), trainable=False) for v in self.trainable_variables
        ]

    def train_step(self, data):
        x, y = data
        self.count.assign_add(1)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        for index in range(len(self.buffers)):
            self.buffers[index].assign_add(gradients[index])
        tf.cond(tf.equal(self.count % self.every, 0), self.flush, lambda: None)
        return {"loss": loss}

    def flush(self):
        self.optimizer.apply_gradients(zip(self.buffers, self.trainable_variables))  # TFG520


model = Accumulating(2)
model(tf.ones((1, 1)))
model.make_buffers()
model.compile(tf.keras.optimizers.SGD(0.01), run_eagerly=True)
model.fit(tf.ones((6, 1)), tf.zeros((6, 1)), batch_size=1, shuffle=False, verbose=0)
