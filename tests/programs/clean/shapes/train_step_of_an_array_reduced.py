# effect: ok
# beside: TFG510, TFG511
# `fit` passes an array without targets; each term has one number per example, and the sum gets a mean
import tensorflow as tf


class Autoencoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mean = tf.keras.layers.Dense(2)
        self.decode = tf.keras.layers.Dense(3)

    def train_step(self, samples):
        with tf.GradientTape() as tape:
            mean = self.mean(samples)
            error = tf.reduce_sum(tf.square(self.decode(mean) - samples), axis=-1)
            divergence = 0.5 * tf.reduce_sum(tf.square(mean), axis=-1)
            loss = tf.reduce_mean(error + divergence)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


model = Autoencoder()
model.compile(optimizer="sgd")
model.fit(tf.random.normal((6, 3)), batch_size=3, epochs=1, verbose=0)
