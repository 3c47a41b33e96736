# effect: none
# a hook that the trainer keeps on itself whitens the features in NumPy
import tensorflow as tf

from hooks import Recorder, whiten
from trainer import Trainer


def main():
    recorder = Recorder()
    trainer = Trainer(
        encoder=tf.keras.layers.Dense(3, activation="tanh"),
        head=tf.keras.layers.Dense(1),
        on_features=whiten,
        on_step=recorder,
    )
    features = tf.random.stateless_normal((10, 4), seed=(4, 2))
    labels = tf.reduce_sum(features[:, :2], axis=1, keepdims=True)
    for _ in range(2):
        trainer.step(features, labels)
    print(recorder.losses)


if __name__ == "__main__":
    main()
