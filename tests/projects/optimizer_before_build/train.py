# effect: error
# raises: ValueError
# a wrapper lists the model's variables when it is made, and the model has none yet
import tensorflow as tf

from experiment import Experiment
from model import autoencoder


def main():
    experiment = Experiment(autoencoder(code=2, width=5), rate=0.01)
    batch = tf.random.stateless_normal((6, 5), seed=(8, 8))
    for step in range(2):
        print(step, float(experiment.step(batch)))


if __name__ == "__main__":
    main()
