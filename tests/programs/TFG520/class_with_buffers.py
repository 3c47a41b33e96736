# effect: wrong
# truth: [2.6176, 1.3088]
# methods fill and apply buffers, none clears them
import tensorflow as tf


class Accumulator:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.02)
        self.buffers = [
            tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables
        ]

    def collect(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - 1.0))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        for buffer, gradient in zip(self.buffers, gradients):
            buffer.assign_add(gradient)
        return gradients

    def apply(self):
        self.optimizer.apply_gradients(zip(self.buffers, self.model.trainable_variables))  # TFG520


model = tf.keras.Sequential(
    [tf.keras.Input((1,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
accumulator = Accumulator(model)
for epoch in range(3):
    for x in (1.0, 2.0):
        gradients = accumulator.collect(tf.constant([[x]]))
    accumulator.apply()
print(gradients)
