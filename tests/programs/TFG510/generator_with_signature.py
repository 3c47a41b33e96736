# effect: wrong
# truth: [-0.333333, -0.333333, -0.8]
# the signature of a generator says that a label is one number
import numpy as np
import tensorflow as tf


def examples():
    for number in range(6):
        yield np.full(2, 0.1 * number, "float32"), 0.3 * number


data = tf.data.Dataset.from_generator(
    examples,
    output_signature=(tf.TensorSpec(shape=(2,), dtype=tf.float32), tf.TensorSpec((), tf.float32)),
).batch(3)
model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
for features, label in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(label - model(features)))  # TFG510
    print(tape.gradient(loss, model.trainable_variables))
