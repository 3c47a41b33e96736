# effect: ok
# a progress object gets numbers inside the tape; a callback list gets them too
import tensorflow as tf


class Progress:
    def __init__(self, total):
        self.total, self.text = total, ""

    def set_postfix(self, **values):
        self.text = ", ".join(f"{k}={v:.2f}" for k, v in values.items())


class Trainer:
    def __init__(self):
        self.w = tf.Variable([[0.1], [0.2]])
        self.callbacks = [self.on_loss]
        self.seen = []

    def on_loss(self, value):
        self.seen.append(round(value, 3))

    def loss(self, x, y):
        return tf.reduce_mean(tf.square(tf.matmul(x, self.w) - y))

    def run(self, x, y):
        bar = Progress(2)
        for _ in range(bar.total):
            with tf.GradientTape() as tape:
                loss = self.loss(x, y)
                for cb in self.callbacks:
                    cb(float(loss))
                bar.set_postfix(loss=loss.numpy().item(), w=float(self.w[0, 0]))
            g = tape.gradient(loss, self.w)
            self.w.assign_sub(0.1 * g)
        return bar.text


print(Trainer().run(tf.ones((3, 2)), tf.ones((3, 1))))
