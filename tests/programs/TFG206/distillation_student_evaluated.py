# effect: none
# the student's loss is what evaluate returns
import tensorflow as tf


class Distiller:
    def __init__(self, student, x, y):
        self.student, self.x, self.y = student, x, y
        self.student.compile(loss="mse")

    def objective(self):
        value = self.student.evaluate(self.x, self.y, verbose=0)  # TFG206
        return tf.convert_to_tensor(value)


student = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
d = Distiller(student, tf.ones((2, 2)), tf.ones((2, 1)))
with tf.GradientTape() as tape:
    loss = d.objective()
print(tape.gradient(loss, student.trainable_variables))
