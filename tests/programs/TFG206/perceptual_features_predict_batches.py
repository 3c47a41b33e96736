# effect: none
# the perceptual loss runs its features batch by batch through predict_on_batch
import tensorflow as tf

vgg = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])


class Perceptual(tf.keras.losses.Loss):
    def __init__(self, extractor):
        super().__init__()
        self.extract = extractor.predict_on_batch

    def call(self, y_true, y_pred):
        real, fake = self.extract(y_true), self.extract(y_pred)  # TFG206
        return tf.reduce_mean(tf.square(real - fake))


image = tf.Variable(tf.ones((1, 4)))
loss_fn = Perceptual(vgg)
with tf.GradientTape() as tape:
    loss = loss_fn(tf.zeros((1, 4)), image * 2.0)
print(tape.gradient(loss, image))
