# effect: ok
# the images are perturbed along a gradient first, and then trained on
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
images = tf.constant([[0.1, 0.2], [0.3, 0.4]])
labels = tf.constant([[1.0], [0.0]])
with tf.GradientTape() as probe:
    probe.watch(images)
    loss = tf.reduce_mean((model(images) - labels) ** 2)
attacked = images + 0.1 * tf.sign(probe.gradient(loss, images))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((model(images) - labels) ** 2)
    loss = loss + tf.reduce_mean((model(attacked) - labels) ** 2)
print(tape.gradient(loss, model.trainable_variables))
