# effect: nan
# both branches see the same image: the distance is exactly zero
import tensorflow as tf


class Siamese(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embed = tf.keras.layers.Dense(3, kernel_initializer="ones")

    def distance(self, a, b):
        return tf.norm(self.embed(a) - self.embed(b), axis=-1)  # TFG602


net = Siamese()
image = tf.ones((2, 4))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(net.distance(image, image))
print(tape.gradient(loss, net.trainable_variables))
