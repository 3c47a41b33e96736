# effect: ok
# layers from a loop: one of them is the input, so the model is built when it is made
import tensorflow as tf


def listed(sizes):
    layers = [tf.keras.Input((2,))]
    for size in sizes:
        layers.append(tf.keras.layers.Dense(size))
    return tf.keras.Sequential(layers)


def added(layers):
    model = tf.keras.Sequential()
    for layer in layers:
        model.add(layer)
    return model


features = tf.ones((3, 2))
first = listed([4, 1])
first_weights = first.trainable_variables
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(first(features))
print(tape.gradient(loss, first_weights))

sizes = (2, 1)
second = added([tf.keras.Input((2,))] + [tf.keras.layers.Dense(size) for size in sizes])
second_weights = second.trainable_variables
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(second(features))
print(tape.gradient(loss, second_weights))
