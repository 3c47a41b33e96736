# effect: wrong
# truth: eager
# `fit` traces the step once: the count stays at one, and the penalty is never added
import tensorflow as tf


class Sparse(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.batches = 0

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        features, labels = data
        self.batches += 1
        with tf.GradientTape() as tape:
            outputs = self(features, training=True)
            loss = tf.reduce_mean(tf.square(outputs - labels))
            if self.batches % 3 == 0:  # TFG412
                loss += 10.0 * tf.reduce_sum(tf.abs(outputs))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


model = Sparse()
model.compile(tf.keras.optimizers.SGD(0.1))
model.fit(tf.ones((6, 2)), tf.zeros((6, 1)), batch_size=2, epochs=2, shuffle=False, verbose=0)
