# effect: ok
# packages without __init__.py: a moving average of shared variables teaches the student
import tensorflow as tf

import meanteacher.parameters as parameters
from meanteacher.consistency import consistency
from meanteacher.shadow import Shadow


def supervised(features, labels):
    return tf.reduce_mean(tf.square(parameters.predict(features) - labels))


def main():
    labelled = tf.constant([[0.0, 1.0], [1.0, 1.0]])
    labels = tf.constant([1.0, 3.0])
    unlabelled = tf.random.stateless_normal((5, 2), seed=(3, 3))
    shadow = Shadow(parameters.student, decay=0.9)
    for step in range(3):
        with tf.GradientTape() as tape:
            loss = supervised(labelled, labels)
            loss += 0.5 * consistency(shadow, unlabelled, noise_seed=step)
        gradients = tape.gradient(loss, parameters.student)
        for variable, gradient in zip(parameters.student, gradients):
            variable.assign_sub(0.1 * gradient)
        shadow.update()
        print(step, float(loss), shadow.distance())


if __name__ == "__main__":
    main()
