# effect: error
# raises: TypeError
# the gradients of several rounds are summed; the first ones are the start of the sum
import tensorflow as tf
from tensorflow import keras

words = keras.Input((4,), dtype="int32")
vectors = keras.layers.Embedding(30, 6)(words)
tagger = keras.Model(words, keras.layers.Dense(2)(keras.layers.Flatten()(vectors)))


class Trainer:
    def __init__(self, model):
        self.model = model

    def round(self, tokens):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(tokens)))
        return tape.gradient(loss, self.model.trainable_variables)

    def run(self, rounds):
        summed = None
        for number in range(rounds):
            new = self.round(tf.fill((3, 4), number))
            if summed is None:
                summed = new
            else:
                summed = [old + fresh for old, fresh in zip(summed, new)]  # TFG117
        return summed


print(Trainer(tagger).run(3))
