# effect: ok
# beside: TFG413
# adjust_hue and random flips act on the data, nobody asks for its gradient
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
conv = tf.keras.layers.Conv2D(2, 3)
images = tf.random.stateless_uniform((2, 5, 5, 3), (1, 2))


def augment(batch):
    batch = tf.image.adjust_hue(batch, 0.05)
    batch = tf.image.adjust_contrast(batch, 1.2)
    return tf.round(batch * 255.0) / 255.0


with tf.GradientTape() as tape:
    feats = conv(augment(images))
    loss = tf.reduce_mean(tf.square(feats))
print(tape.gradient(loss, conv.trainable_variables))
