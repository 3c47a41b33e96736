# effect: ok
# beside: TFG805
# a frozen network computes features for the loss
import tensorflow as tf

vgg = tf.keras.Sequential(
    [tf.keras.Input((4,)), tf.keras.layers.Dense(3, activation="relu")], name="features"
)
vgg.trainable = False


class SR(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.up = tf.keras.layers.Dense(4)

    def call(self, x):
        return self.up(x)


def perceptual(y, p):
    return tf.reduce_mean(tf.square(vgg(y) - vgg(p)))


m = SR()
m.compile("adam", loss=perceptual)
m.fit(tf.ones((4, 2)), tf.ones((4, 4)), verbose=0)
