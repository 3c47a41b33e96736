# effect: wrong
# truth: [0.0, 0.8, 0.8]
# the list begins with zeros, and `+=` appends
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.dense.build((None, 2))
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def step(self, batches):
        total = [tf.zeros_like(v) for v in self.dense.trainable_variables]
        for batch in batches:
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(self.dense(batch)))
            gradients = tape.gradient(loss, self.dense.trainable_variables)
            total += gradients  # TFG519
        self.optimizer.apply_gradients(zip(total, self.dense.trainable_variables))
        return gradients


trainer = Trainer()
batches = [tf.constant([[1.0, 0.0]]), tf.constant([[0.0, 1.0]])]
for _ in range(2):
    gradients = trainer.step(batches)
print(gradients)
