# effect: none
# a traced rollout lets a helper of another module write into its TensorArray
import tensorflow as tf

from policy import Policy
from rollout import rollout

GOAL = tf.constant(1.0)


def main():
    policy = Policy()
    optimizer = tf.keras.optimizers.SGD(0.1)
    for episode in range(2):
        with tf.GradientTape() as tape:
            positions = rollout(policy, tf.constant(0.2), 4)
            loss = tf.reduce_mean(tf.square(positions - GOAL))
        gradients = tape.gradient(loss, policy.trainable_variables)
        optimizer.apply_gradients(zip(gradients, policy.trainable_variables))
        print(episode, float(loss))


if __name__ == "__main__":
    main()
