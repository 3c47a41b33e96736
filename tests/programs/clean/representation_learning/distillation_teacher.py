# effect: ok
# beside: TFG514
# Knowledge distillation with a frozen teacher and temperature, student in train_step
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(55)


class Distiller(keras.Model):
    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher
        self.teacher.trainable = False

    def compile(self, optimizer, alpha=0.1, temperature=3.0):
        super().compile(optimizer=optimizer)
        self.alpha, self.temperature = alpha, temperature
        self.kl = keras.losses.KLDivergence()
        self.ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def call(self, x):
        return self.student(x)

    def train_step(self, data):
        x, y = data
        teacher_predictions = self.teacher(x, training=False)
        with tf.GradientTape() as tape:
            student_predictions = self.student(x, training=True)
            student_loss = self.ce(y, student_predictions)
            distillation_loss = (
                self.kl(
                    tf.nn.softmax(teacher_predictions / self.temperature, axis=1),
                    tf.nn.softmax(student_predictions / self.temperature, axis=1),
                )
                * self.temperature**2
            )
            loss = self.alpha * student_loss + (1 - self.alpha) * distillation_loss
        gradients = tape.gradient(loss, self.student.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.student.trainable_variables))
        agree = tf.equal(tf.argmax(student_predictions, 1), tf.argmax(teacher_predictions, 1))
        return {"loss": loss, "agree": tf.reduce_mean(tf.cast(agree, tf.float32))}


def net(width):
    return keras.Sequential(
        [keras.Input((4,)), keras.layers.Dense(width, "relu"), keras.layers.Dense(3)]
    )


teacher = net(16)
x, y = tf.random.normal((12, 4)), tf.constant([0, 1, 2] * 4)
teacher.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
teacher.fit(x, y, epochs=1, verbose=0)
d = Distiller(net(4), teacher)
d.compile(keras.optimizers.Adam())
d.fit(x, y, epochs=1, verbose=0)
