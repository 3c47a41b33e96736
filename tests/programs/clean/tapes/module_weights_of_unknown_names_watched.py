# effect: ok
# the variables of a module have names that only running tells; all that is asked for is watched
import tensorflow as tf


class Curve(tf.Module):
    def __init__(self, **makers):
        super().__init__()
        self.names = sorted(makers)
        for name, maker in makers.items():
            setattr(self, name, maker())

    def loss(self, x):
        return tf.add_n([tf.reduce_sum(getattr(self, name) * x) for name in self.names])


model = Curve(height=lambda: tf.Variable(2.0), slope=lambda: tf.Variable(3.0))
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(model.trainable_variables)
    loss = model.loss(tf.constant([1.0, 2.0]))
print(tape.gradient(loss, model.trainable_variables))
