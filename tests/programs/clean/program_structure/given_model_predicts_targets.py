# effect: ok
# a given teacher predicts what the given student learns
import tensorflow as tf


def distil(student, teacher, features):
    wanted = teacher.predict(features, verbose=0)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(student(features) - wanted))
    return tape.gradient(loss, student.trainable_variables), teacher.trainable_variables


first, second = (
    eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])") for _ in range(2)
)
print(distil(first, second, tf.ones((4, 2))))
