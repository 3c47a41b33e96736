# effect: wrong
# truth: [-1.2288, -2.048]
# gradients of the batch are computed once, then applied for every inner epoch
import tensorflow as tf


class PPOTrainer:
    def __init__(self, epochs=4):
        self.theta = tf.Variable([0.5, -0.5])
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.epochs = epochs

    def loss(self):
        return tf.reduce_sum((self.theta - 2.0) ** 2)

    def update(self):
        with tf.GradientTape() as tape:
            loss = self.loss()
        grads = tape.gradient(loss, [self.theta])
        for _ in range(self.epochs):
            self.opt.apply_gradients(zip(grads, [self.theta]))  # TFG507


trainer = PPOTrainer()
trainer.update()
with tf.GradientTape() as tape:
    final = trainer.loss()
print(tape.gradient(final, trainer.theta))
