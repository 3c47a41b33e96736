# effect: ok
# beside: TFG310
# the term of the frozen teacher is reported in the sum; the student has a term of its own
import tensorflow as tf


def step(student, teacher, x, y):
    with tf.GradientTape() as tape:
        fixed = tf.stop_gradient(tf.reduce_mean(tf.square(teacher(x) - y)))
        own = tf.reduce_mean(tf.square(student(x) - y))
        decay = tf.add_n([tf.nn.l2_loss(v) for v in student.trainable_variables])
        loss = own + fixed + 0.01 * decay
    return tape.gradient(loss, student.trainable_variables)


dense = "tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])"
print(step(eval(dense), eval(dense), tf.ones((3, 2)), tf.ones((3, 1))))
