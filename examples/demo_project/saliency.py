"""Which samples of a signal decide where the network sees the pulse?"""

import tensorflow as tf

from data import make_signals
from train import build_model


def saliency(model, signals):
    """The sensitivity of the prediction to each sample."""
    inputs = tf.constant(signals)
    with tf.GradientTape() as tape:
        places = model(inputs, training=False)
        total = tf.reduce_sum(places)
    return tape.gradient(total, inputs)


def input_gradients(model, signals):
    """The same, for inputs that the tape was told to watch."""
    inputs = tf.constant(signals)
    with tf.GradientTape() as tape:
        tape.watch(inputs)
        total = tf.reduce_sum(model(inputs, training=False))
    return tape.gradient(total, inputs)


def main() -> None:
    signals, _ = make_signals(4, seed=7)
    model = build_model()
    print("saliency:", saliency(model, signals))
    print("input gradients:", input_gradients(model, signals).shape)


if __name__ == "__main__":
    main()
