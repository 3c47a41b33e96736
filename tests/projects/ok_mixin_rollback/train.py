# effect: ok
# mixins save, restore and print weights as arrays around an ordinary step
import tensorflow as tf

from experiments import SafeExperiment


def main():
    experiment = SafeExperiment(
        network=tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)]),
        rate=0.1,
        patience=1,
    )
    features = tf.random.stateless_normal((12, 2), seed=(9, 1))
    labels = features[:, :1] - 3.0 * features[:, 1:]
    for _ in range(3):
        experiment.train_step(features, labels)
    print(experiment, experiment.best)


if __name__ == "__main__":
    main()
