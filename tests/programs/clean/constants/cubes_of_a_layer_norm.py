# effect: ok
# beside: TFG311
# the mean of cubes of a layer normalisation
import tensorflow as tf
from tensorflow import keras


class Critic(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(16)
        self.norm = keras.layers.LayerNormalization()

    def call(self, x):
        return tf.reduce_mean(self.norm(self.hidden(x)) ** 3, axis=-1)


critic = Critic()
optimizer = keras.optimizers.Adam(1e-3)
batch = tf.random.normal((4, 6))
with tf.GradientTape() as tape:
    loss = -tf.reduce_mean(critic(batch))
grads = tape.gradient(loss, critic.trainable_variables)
optimizer.apply_gradients(zip(grads, critic.trainable_variables))
