# effect: ok
# the optimizer is a parameter; another method of that name gets no tape and no variables
import tensorflow as tf


class Trainer:
    def __init__(self, model, optimizer, search):
        self.model = model
        self.optimizer = optimizer
        self.search = search

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
        return self.optimizer.minimize(loss, self.model.trainable_variables, tape=tape)

    def tune(self, start):
        def cost(rate):
            return float(tf.square(rate - 0.3))

        return self.search.minimize(cost, start)


class Recorder:
    def minimize(self, loss, variables, tape=None):
        return eval("tape.gradient(loss, variables) if tape is not None else loss(variables)")


trainer = eval(
    "Trainer(tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)]), Recorder(),"
    " Recorder())"
)
print(trainer.step(tf.ones((4, 2)), tf.zeros((4, 1))), trainer.tune(0.1))
