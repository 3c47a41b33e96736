# effect: none
# generator with batch normalisation: its .variables are joined with the encoder's
import tensorflow as tf


def mlp(units, norm):
    layers = [tf.keras.Input((2,)), tf.keras.layers.Dense(units)]
    if norm:
        layers.append(tf.keras.layers.BatchNormalization())
    return tf.keras.Sequential(layers)


encoder, generator = mlp(2, norm=False), mlp(2, norm=True)
with tf.GradientTape() as tape:
    code = encoder(tf.constant([[1.0, 0.0], [0.5, 2.0]]), training=True)
    loss = tf.reduce_mean(tf.square(generator(code, training=True) - 1.0))
all_variables = encoder.trainable_variables + generator.variables
grads = tape.gradient(loss, all_variables)  # TFG801
print(sum(g is None for g in grads))
