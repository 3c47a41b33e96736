# effect: ok
# beside: TFG522
# The penalty compares the weights with a copy from the beginning, which is meant to stay.
import tensorflow as tf


class NearStart(tf.keras.Model):
    def __init__(self, task, strength=1.0):
        super().__init__()
        self.task = task
        self.strength = strength
        self.start = []
        for weight in task.trainable_variables:
            self.start.append(tf.identity(weight))

    def penalty(self):
        total = 0.0
        for i in range(len(self.start)):
            weight = self.task.trainable_variables[i]
            total += self.strength * tf.reduce_mean(tf.square(self.start[i] - weight))
        return total

    def gradients(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.task(x) - y) ** 2) + sum(self.losses)
            loss += self.penalty()
        return tape.gradient(loss, self.task.trainable_variables)


task = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
model = NearStart(task)
print(model.gradients(tf.ones([4, 2]), tf.zeros([4, 1])))
