# effect: ok
# one row builds the model, but the tape records a batch
import tensorflow as tf
from tensorflow import keras


class AppendsSpread(keras.layers.Layer):
    def call(self, rows):
        spread = tf.reduce_mean(tf.math.reduce_std(rows, axis=0))
        return tf.concat([rows, tf.fill([tf.shape(rows)[0], 1], spread)], axis=1)


critic = keras.Sequential([keras.layers.Dense(5), AppendsSpread(), keras.layers.Dense(1)])
critic(tf.ones((1, 3)))
batch = tf.constant([[0.2, 1.0, 3.0], [0.5, -1.0, 2.0], [1.5, 0.3, -0.7]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(critic(batch))
print(tape.gradient(loss, critic.trainable_variables))
