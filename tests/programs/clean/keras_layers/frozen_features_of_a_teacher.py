# effect: ok
# a teacher's features are stopped on purpose
import tensorflow as tf


class TeacherFeatures(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    def call(self, inputs):
        return tf.stop_gradient(self.dense(inputs))


features = eval("TeacherFeatures()")
student = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(student(tf.ones((2, 4))) - features(tf.ones((2, 4)))))
print(tape.gradient(loss, student.trainable_variables))
