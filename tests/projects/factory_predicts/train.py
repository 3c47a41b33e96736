# effect: none
# a factory chooses the class that calls the network; the batched one predicts
import tensorflow as tf

from factory import build_scorer
from losses import hinge


def main():
    scorer = build_scorer("large", batched=True)
    optimizer = tf.keras.optimizers.SGD(0.1)
    features = tf.random.stateless_normal((8, 3), seed=(0, 0))
    labels = tf.where(features[:, :1] > 0.0, 1.0, -1.0)
    for step in range(2):
        with tf.GradientTape() as tape:
            scores = scorer.score(features)
            loss = hinge(labels, scores)
        gradients = tape.gradient(loss, scorer.network.trainable_variables)
        optimizer.apply_gradients(zip(gradients, scorer.network.trainable_variables))
        print(step, float(loss))


if __name__ == "__main__":
    main()
