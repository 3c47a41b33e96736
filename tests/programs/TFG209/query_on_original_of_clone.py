# effect: none
# the copy is meant as a teacher; the query asks for the weights of the wrong network
import tensorflow as tf

student = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
teacher = tf.keras.models.clone_model(student)
inputs = tf.ones((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(teacher(inputs) - 1.0))
gradients = tape.gradient(loss, student.trainable_variables)  # TFG209
print(gradients)
