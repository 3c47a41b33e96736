# effect: nan
# knowledge distillation on softmax outputs
import tensorflow as tf
from tensorflow.keras import layers


class KD(tf.keras.losses.Loss):
    def __init__(self, temperature):
        super().__init__()
        self.t = temperature

    def soften(self, logits):
        return tf.nn.softmax(logits / self.t, axis=-1)

    def call(self, teacher, student):
        p, q = self.soften(teacher), self.soften(student)
        return -tf.reduce_sum(p * tf.math.log(q), axis=-1)  # TFG603


student = layers.Dense(
    2, kernel_initializer="ones", bias_initializer=lambda s, dtype=None: [0.0, 900.0]
)
kd = KD(1.0)
with tf.GradientTape() as tape:
    loss = kd(tf.constant([[1.0, 1.0]]), student(tf.ones((1, 2))))
print(tape.gradient(loss, student.trainable_variables))
