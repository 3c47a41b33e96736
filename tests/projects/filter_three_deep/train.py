# effect: none
# train calls the model, the model its features, and those a filter that leaves the graph
import numpy as np
import tensorflow as tf

from audio.model import Detector


def tones(count=6, length=16):
    generator = np.random.default_rng(9)
    time = np.arange(length) / length
    pitch = generator.integers(1, 5, size=(count, 1))
    waves = np.sin(2.0 * np.pi * pitch * time) + generator.normal(scale=0.1, size=(count, length))
    return waves.astype("float32"), (pitch > 2).astype("float32")


def main():
    waves, high = tones()
    detector = Detector(length=waves.shape[1])
    optimizer = tf.keras.optimizers.Adam(0.01)
    for step in range(2):
        with tf.GradientTape() as tape:
            logits = detector(waves)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(high, logits))
        gradients = tape.gradient(loss, detector.trainable_variables)
        optimizer.apply_gradients(zip(gradients, detector.trainable_variables))
        print(step, loss.numpy())


if __name__ == "__main__":
    main()
