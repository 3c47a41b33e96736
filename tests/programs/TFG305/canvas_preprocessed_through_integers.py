# effect: none
# preprocess() converts through PIL-like integers before the network sees the canvas
import tensorflow as tf


class Preprocess:
    mean = (0.4, 0.4, 0.4)

    def deprocess(self, x):
        x = x + tf.constant(self.mean)
        return tf.image.convert_image_dtype(x, tf.uint8, saturate=True)  # TFG305

    def __call__(self, x):
        return tf.image.convert_image_dtype(x, tf.float32) - tf.constant(self.mean)


prep = Preprocess()
net = tf.keras.layers.Conv2D(2, 3)
canvas = tf.Variable(tf.zeros((1, 5, 5, 3)))
with tf.GradientTape() as tape:
    shown = prep.deprocess(canvas)
    loss = tf.reduce_mean(net(prep(shown)) ** 2)
print(tape.gradient(loss, canvas))
