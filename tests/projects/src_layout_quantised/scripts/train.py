# effect: none
# src layout: a layer of the package rounds its kernel through integers
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src"))

import tensorflow as tf

from quantnet import QuantisedDense, accuracy


def make_data():
    features = tf.random.stateless_normal((32, 4), seed=(1, 2))
    labels = tf.cast(tf.reduce_sum(features, axis=1) > 0.0, tf.int32)
    return features, labels


def main():
    features, labels = make_data()
    layer = QuantisedDense(2, bits=4)
    optimizer = tf.keras.optimizers.SGD(0.1)
    criterion = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for step in range(2):
        with tf.GradientTape() as tape:
            logits = layer(features)
            loss = criterion(labels, logits)
        gradients = tape.gradient(loss, layer.trainable_variables)
        optimizer.apply_gradients(zip(gradients, layer.trainable_variables))
        print(step, float(loss), accuracy(labels, logits))


if __name__ == "__main__":
    main()
