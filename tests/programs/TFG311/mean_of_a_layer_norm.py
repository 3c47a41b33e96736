# effect: zero
# the mean over the features of a layer normalisation is the score
import tensorflow as tf
from tensorflow import keras


class Critic(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(16)
        self.norm = keras.layers.LayerNormalization(center=False, scale=False)

    def call(self, x):
        return tf.reduce_mean(self.norm(self.hidden(x)), axis=-1)  # TFG311


critic = Critic()
optimizer = keras.optimizers.Adam(1e-3)
batch = tf.random.normal((4, 6))
with tf.GradientTape() as tape:
    score = critic(batch)
    loss = -tf.reduce_mean(score)
grads = tape.gradient(loss, critic.trainable_variables)
optimizer.apply_gradients(zip(grads, critic.trainable_variables))
