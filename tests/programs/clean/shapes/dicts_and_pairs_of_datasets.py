# effect: ok
# beside: TFG510
# batches of dicts, of two datasets, and of a generator whose labels are columns
import numpy as np
import tensorflow as tf


def examples():
    for number in range(4):
        yield np.full(2, 0.1 * number, "float32"), [0.3 * number]


features, labels = tf.ones((4, 2)), tf.constant([1.0, 2.0, 3.0, 4.0])
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
signature = (tf.TensorSpec((2,), tf.float32), tf.TensorSpec((1,), tf.float32))
for x, y in tf.data.Dataset.from_generator(examples, output_signature=signature).batch(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    print(tape.gradient(loss, model.trainable_variables))
for batch in tf.data.Dataset.from_tensor_slices({"x": features, "y": labels}).batch(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(batch["x"])[:, 0] - batch["y"]))
    print(tape.gradient(loss, model.trainable_variables))
slices = tf.data.Dataset.from_tensor_slices
for x, y in tf.data.Dataset.zip((slices(features), slices(labels[:, None]))).batch(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    print(tape.gradient(loss, model.trainable_variables))
