# effect: none
# a decorator of a shared module, meant for reports, turns a loss into a plain number
import tensorflow as tf

from ranking import Ranker, margin_loss


def main():
    ranker = Ranker(features=3)
    better = tf.random.stateless_normal((6, 3), seed=(1, 1)) + [0.5, 0.0, -0.5]
    worse = tf.random.stateless_normal((6, 3), seed=(1, 2))
    for step in range(2):
        with tf.GradientTape() as tape:
            loss = margin_loss(ranker(better), ranker(worse))
            objective = tf.convert_to_tensor(loss) + 0.0
        gradient = tape.gradient(objective, ranker.weights)
        print(step, loss, ranker.agreement(better, worse))
        ranker.weights.assign_sub(0.1 * gradient)


if __name__ == "__main__":
    main()
