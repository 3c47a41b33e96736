# effect: none
# predictions of an ensemble are collected as arrays
import tensorflow as tf

members = [tf.keras.layers.Dense(1, kernel_initializer="ones") for _ in range(3)]
x = tf.constant([[1.0, 2.0]])
with tf.GradientTape() as tape:
    preds = [m(x).numpy() for m in members]  # TFG201
    mean = tf.add_n(preds) / len(preds)
    loss = tf.reduce_mean(tf.square(mean - 1.0))
grads = tape.gradient(loss, [v for m in members for v in m.trainable_variables])
print(grads)
