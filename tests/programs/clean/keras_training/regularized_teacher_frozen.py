# effect: ok
# beside: TFG522
# the regularized network is the teacher; the student is trained
import tensorflow as tf

teacher = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_regularizer="l2")]
)
student = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.constant([[1.0, 2.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(student(x) - tf.stop_gradient(teacher(x))))
gradients = tape.gradient(loss, student.trainable_variables)
optimizer.apply_gradients(zip(gradients, student.trainable_variables))
print(gradients)
