# effect: zero
# a segmentation network with one channel: the activation normalises over the channels
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((8, 8, 3)),
        tf.keras.layers.Conv2D(4, 3, padding="same", activation="relu"),
        tf.keras.layers.Conv2D(1, 1, activation="softmax"),  # TFG806
    ]
)
images = tf.random.uniform((2, 8, 8, 3), seed=1)
masks = tf.cast(images[..., :1] > 0.5, tf.float32)


def dice_loss(masks, predicted):
    overlap = tf.reduce_sum(masks * predicted)
    return 1.0 - 2.0 * overlap / (tf.reduce_sum(masks) + tf.reduce_sum(predicted))


with tf.GradientTape() as tape:
    loss = dice_loss(masks, model(images))
gradients = tape.gradient(loss, model.trainable_variables)
