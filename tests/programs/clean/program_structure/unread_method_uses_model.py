# effect: ok
# a base class that is not read has the method that calls the model
import tensorflow as tf

Base = eval(
    "type('Base', (), {'compute': lambda self, x, old: tf.reduce_sum(self.model(x) - old)})"
)


class Trainer(Base):
    def step(self, features):
        old = self.model(features)
        with tf.GradientTape() as tape:
            loss = self.compute(features, old)
        return tape.gradient(loss, self.model.trainable_variables)


trainer = Trainer()
trainer.model = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
print(trainer.step(tf.ones((4, 2))))
