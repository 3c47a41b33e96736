# effect: wrong
# truth: [-8.1834, -4.0046]
# an optimizer that knows its variables is given them in another order than the tape
import tensorflow as tf

from model import Line
from optim import BoundOptimizer

X = tf.constant([0.0, 1.0, 2.0, 3.0])
Y = tf.constant([1.0, 3.0, 5.0, 7.0])


def main():
    line = Line()
    optimizer = BoundOptimizer(0.02, [line.intercept, line.slope])
    for step in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(line(X) - Y))
        gradients = tape.gradient(loss, line.parameters())
        optimizer.step(gradients)
        print(step, float(loss))


if __name__ == "__main__":
    main()
