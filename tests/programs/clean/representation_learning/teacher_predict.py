# effect: ok
# beside: TFG514
# distillation: the teacher is evaluated with predict inside the student's tape
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
teacher = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
student = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
x = tf.constant([[0.5, -0.5]])
with tf.GradientTape() as tape:
    soft = tf.nn.softmax(teacher.predict(x, verbose=0) / 2.0)
    logp = tf.nn.log_softmax(student(x) / 2.0)
    loss = -tf.reduce_sum(soft * logp)
print(tape.gradient(loss, student.trainable_variables))
