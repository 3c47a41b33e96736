# effect: nan
# the loss is looked up in a module by the name in the configuration; its distances contain zeros
import tensorflow as tf

import losses
from config import CONFIG


def embed(features, kernel):
    return tf.tanh(tf.matmul(features, kernel))


def main():
    features = tf.random.stateless_normal((6, CONFIG["inputs"]), seed=(2, 2))
    labels = tf.constant([0, 0, 1, 1, 2, 2])
    kernel = tf.Variable(
        tf.random.stateless_normal((CONFIG["inputs"], CONFIG["width"]), seed=(2, 3))
    )
    loss_function = getattr(losses, CONFIG["loss"])
    for step in range(CONFIG["steps"]):
        with tf.GradientTape() as tape:
            loss = loss_function(embed(features, kernel), labels)
        gradient = tape.gradient(loss, kernel)
        kernel.assign_sub(CONFIG["rate"] * gradient)
        print(step, float(loss))


if __name__ == "__main__":
    main()
