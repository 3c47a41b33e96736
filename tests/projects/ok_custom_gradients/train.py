# effect: ok
# NumPy and hard steps behind custom gradients that are right, re-exported and decorated
import tensorflow as tf

from specialops import counted, hard_step, sinc

CALLS = counted.calls


class Detector(tf.Module):
    def __init__(self):
        super().__init__()
        self.frequency = tf.Variable(1.3)
        self.threshold = tf.Variable(0.2)

    def __call__(self, time):
        return hard_step(sinc(self.frequency * time) - self.threshold)


def main():
    detector = Detector()
    time = tf.linspace(-1.0, 1.0, 9)
    goal = tf.constant([0.0] * 3 + [1.0] * 3 + [0.0] * 3)
    for step in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(detector(time) - goal))
        gradients = tape.gradient(loss, detector.trainable_variables)
        for variable, gradient in zip(detector.trainable_variables, gradients):
            variable.assign_sub(0.5 * gradient)
        print(step, float(loss), CALLS)


if __name__ == "__main__":
    main()
