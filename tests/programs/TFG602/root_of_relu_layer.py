# effect: nan
# the layer's activation is a ReLU
import tensorflow as tf

layer = tf.keras.layers.Dense(2, activation="relu", kernel_initializer="identity")


@tf.function
def loss_of(x):
    return tf.reduce_sum(layer(x) ** 0.5)  # TFG602


with tf.GradientTape() as tape:
    loss = loss_of(tf.constant([[4.0, -1.0]]))
print(tape.gradient(loss, layer.trainable_variables))
