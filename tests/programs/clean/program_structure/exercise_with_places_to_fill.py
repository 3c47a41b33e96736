# effect: ok
# an exercise: `...` stands for code that is still to be written
import tensorflow as tf


class Denoiser(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.network = tf.keras.Sequential([tf.keras.layers.Dense(3)])

    def train_step(self, images):
        noisy = ...
        with tf.GradientTape() as tape:
            predicted = ...
            loss = ...
        self.optimizer.minimize(loss, self.network.trainable_variables, tape=tape)
        return {"loss": loss}


class Classifier(tf.keras.Model):
    def __init__(self):
        inputs = tf.keras.Input((4,))
        hidden = ...
        outputs = tf.keras.layers.Dense(3, activation="softmax")(hidden)
        super().__init__(inputs, outputs)
        self.compile("adam", "sparse_categorical_crossentropy")


def main(images, labels):
    denoiser = Denoiser()
    denoiser.compile("adam")
    denoiser.fit(images)
    Classifier().fit(images, labels)
