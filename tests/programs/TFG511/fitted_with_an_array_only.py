# effect: wrong
# truth: [0.25, 0.25, 0.25, 0.25]
# `fit` passes an array without targets to `train_step` as it is
import tensorflow as tf


class Encoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mean = tf.keras.layers.Dense(2, kernel_initializer="zeros", use_bias=False)

    def train_step(self, samples):
        with tf.GradientTape() as tape:
            mean = self.mean(samples)
            error = tf.reduce_mean(mean)
            divergence = 0.5 * tf.reduce_sum(tf.square(mean), axis=-1)
            loss = error + divergence  # TFG511
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": tf.reduce_mean(loss)}


model = Encoder()
model.compile(optimizer="sgd")
model.fit(0.5 * tf.ones((6, 2)), batch_size=6, epochs=1, verbose=0)
