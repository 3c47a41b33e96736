# effect: wrong
# truth: [10.0]
# losses of all scales: the variable keeps the last pyramid level
import tensorflow as tf

gain = tf.Variable(1.0)


class Pyramid:
    def __init__(self, levels):
        self.levels = levels

    def level_loss(self, i):
        return gain * float(i)

    def loss(self):
        total = 0.0
        for i in range(1, self.levels + 1):
            level = self.level_loss(i)
            if i > 0:
                total = level  # TFG501
        return total


with tf.GradientTape() as tape:
    loss = Pyramid(4).loss()
print(tape.gradient(loss, gain))
