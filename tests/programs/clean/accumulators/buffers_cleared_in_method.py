# effect: ok
# beside: TFG520
# a method clears the buffers after the step
import tensorflow as tf


class Accumulator:
    def __init__(self, variables):
        self.variables = variables
        self.sums = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in variables]

    def add(self, gradients):
        for total, gradient in zip(self.sums, gradients):
            total.assign_add(gradient)

    def apply(self, optimizer):
        optimizer.apply_gradients(zip(self.sums, self.variables))
        self.reset()

    def reset(self):
        for total in self.sums:
            total.assign(tf.zeros(total.shape))


model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
accumulator = Accumulator(model.trainable_variables)
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(4):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((1, 1))) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    accumulator.add(gradients)
    if step % 2:
        accumulator.apply(optimizer)
print(gradients)
