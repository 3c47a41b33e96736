# effect: wrong
# truth: [9.0]
# meta loss over tasks: the sum is a plain assignment in the method that handles a task
import tensorflow as tf


class Meta:
    def __init__(self):
        self.theta = tf.Variable(1.0)
        self.meta_loss = 0.0

    def task(self, a):
        return a * self.theta

    def run(self, tasks):
        self.meta_loss = 0.0
        for a in tasks:
            adapted = self.task(a)
            self.meta_loss = adapted  # TFG501
        return self.meta_loss


meta = Meta()
with tf.GradientTape() as tape:
    loss = meta.run([2.0, 3.0, 4.0])
print(tape.gradient(loss, meta.theta))
