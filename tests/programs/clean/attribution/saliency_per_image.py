# effect: ok
# the rows of the batch are independent, so one query gives one saliency map per image
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
images = tf.constant([[0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]])
labels = tf.constant([2, 0])
with tf.GradientTape() as tape:
    tape.watch(images)
    scores = tf.gather(model(images), labels, axis=1, batch_dims=1)
saliency = tf.abs(tape.gradient(scores, images))
print(saliency)
