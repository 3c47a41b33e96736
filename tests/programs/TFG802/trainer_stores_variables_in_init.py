# effect: none
# a trainer object stores the variables of a subclassed model in __init__
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(3)
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.out(tf.nn.relu(self.hidden(x)))


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.lr = lr
        self.variables = model.trainable_variables  # TFG802

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
        for v, g in zip(self.variables, tape.gradient(loss, self.variables)):
            v.assign_sub(self.lr * g)
        return loss


trainer = Trainer(Net())
for _ in range(3):
    print(float(trainer.step(tf.ones((2, 2)), tf.ones((2, 1)))))
