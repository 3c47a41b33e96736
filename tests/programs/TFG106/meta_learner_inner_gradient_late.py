# effect: none
# the inner gradient is asked for when the outer tape is already closed
import tensorflow as tf


class Task:
    def __init__(self, slope):
        self.slope = slope
        self.x = tf.constant([0.5, 1.0, 2.0])
        self.y = slope * self.x

    def loss(self, w):
        return tf.reduce_mean(tf.square(w * self.x - self.y))


class SharpnessRegulariser:
    """Gradient norm of the loss, itself differentiated."""

    def __init__(self, weight=0.1):
        self.weight = weight

    def first_order(self, task, w):
        inner = tf.GradientTape()
        with inner:
            loss = task.loss(w)
        return inner, loss

    def slope_of_norm(self, task, w):
        with tf.GradientTape() as outer:
            inner, loss = self.first_order(task, w)
        g = inner.gradient(loss, w)  # TFG106
        penalty = self.weight * tf.square(g)
        return loss, outer.gradient(penalty, w)


class Experiment:
    def __init__(self, tasks, start):
        self.tasks = tasks
        self.w = tf.Variable(start)
        self.reg = SharpnessRegulariser()

    def run(self):
        rows = []
        for task in self.tasks:
            loss, extra = self.reg.slope_of_norm(task, self.w)
            rows.append((task.slope, float(loss), extra))
        return rows


for row in Experiment([Task(1.0), Task(3.0)], start=2.0).run():
    print(row)
