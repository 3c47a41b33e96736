# effect: ok
# one method starts the tape, another one stops it: in between it records
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.tape = None
        self.losses = []

    def begin(self):
        self.tape = tf.GradientTape()
        self.tape.__enter__()
        self.losses = []

    def add(self, loss):
        self.losses.append(loss)

    def finish(self):
        total = tf.add_n(self.losses)
        self.tape.__exit__(None, None, None)
        return self.tape.gradient(total, self.model.trainable_variables)


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
trainer = Trainer(model)
for _ in range(2):
    trainer.begin()
    trainer.add(tf.reduce_mean(model(tf.ones((3, 2)))))
    trainer.add(tf.reduce_mean(model(tf.zeros((3, 2)))))
    gradients = trainer.finish()
print(gradients)
