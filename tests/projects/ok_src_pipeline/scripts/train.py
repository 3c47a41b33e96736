# effect: ok
# src layout: NumPy prepares the data, in arrays and inside the pipeline
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src"))

import tensorflow as tf

import flowers.model
import flowers.pipeline as pipeline


def train(epochs):
    train_data, validation = pipeline.make_datasets(batch_size=10)
    model = flowers.model.build(width=4, classes=3)
    optimizer = tf.keras.optimizers.SGD(0.1)
    for epoch in range(epochs):
        for features, one_hot in train_data:
            with tf.GradientTape() as tape:
                loss = flowers.model.loss(one_hot, model(features, training=True))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        print(epoch, flowers.model.evaluate(model, validation))


if __name__ == "__main__":
    train(epochs=1)
