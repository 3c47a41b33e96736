# effect: none
# a bound method of the augmenter goes to Dataset.map; the brightness never gets a gradient
import tensorflow as tf


class Augmenter(tf.Module):
    def __init__(self):
        self.brightness = tf.Variable(0.1)
        self.contrast = tf.Variable(1.0)

    def __call__(self, image, label):
        return self.contrast * image + self.brightness, label

    def pipeline(self, images, labels):
        ds = tf.data.Dataset.from_tensor_slices((images, labels))
        return ds.map(self, num_parallel_calls=2).batch(2)  # TFG208


aug = Augmenter()
net = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
for x, y in aug.pipeline(tf.ones((4, 3)), tf.ones((4, 1))):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - y) ** 2)
    grads = tape.gradient(loss, aug.trainable_variables)
print(grads)
