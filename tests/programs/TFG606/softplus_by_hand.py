# effect: nan
# softplus as in the formula
import tensorflow as tf


class Softplus(tf.keras.layers.Layer):
    def call(self, inputs):
        return tf.math.log(1.0 + tf.exp(inputs))  # TFG606


model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones"), Softplus()])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.constant([[60.0, 50.0], [1.0, 0.5]])))
print(tape.gradient(loss, model.trainable_variables))
