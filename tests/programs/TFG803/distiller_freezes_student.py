# effect: error
# raises: ValueError
# train_step of a distiller whose student was frozen in the constructor
import tensorflow as tf


class Distiller(tf.keras.Model):
    def __init__(self, teacher, student):
        super().__init__()
        self.teacher, self.student = teacher, student
        for m in (self.teacher, self.student):
            m.trainable = False

    def call(self, x):
        return self.student(x)

    def train_step(self, data):
        x, _ = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.student(x) - self.teacher(x)) ** 2)
        grads = tape.gradient(loss, self.student.trainable_variables)  # TFG803
        self.optimizer.apply_gradients(zip(grads, self.student.trainable_variables))
        return {"loss": loss}


def net():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])


d = Distiller(net(), net())
d.compile("sgd")
d.fit(tf.ones((2, 2)), tf.ones((2, 1)), verbose=0)
