# effect: none
# the optimizer is a parameter; only an optimizer takes a tape
import tensorflow as tf


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
            loss = tf.stop_gradient(loss)  # TFG307
        return self.optimizer.minimize(loss, self.model.trainable_variables, tape=tape)


class Recorder:
    def minimize(self, loss, variables, tape):
        return eval("tape.gradient(loss, variables)")


trainer = eval(
    "Trainer(tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)]), Recorder())"
)
print(trainer.step(tf.ones((4, 2)), tf.zeros((4, 1))))
