# effect: none
# a module overrides the list of its variables, as libraries do to check it
import tensorflow as tf


class Checked(tf.Module):
    @property
    def trainable_variables(self):
        variables = super().trainable_variables
        if not variables:
            raise ValueError("call the module first")
        return variables


class Line(Checked):
    def __init__(self):
        super().__init__()
        self.slope = tf.Variable(2.0)

    def __call__(self, x):
        return self.slope * x


def train_step(line: Line, x, y):
    prediction = line(x)  # TFG101
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(prediction - y))
    return tape.gradient(loss, line.trainable_variables)


print(train_step(Line(), tf.constant([1.0, 2.0]), tf.constant([2.0, 5.0])))
