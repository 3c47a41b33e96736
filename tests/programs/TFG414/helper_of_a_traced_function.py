# effect: error
# raises: ValueError
# the helper makes an accumulator each time the function is traced
import tensorflow as tf

kernel = tf.Variable([[1.0], [2.0]])


def start():
    return tf.Variable(0.0, trainable=False)  # TFG414


@tf.function
def gradient(batch):
    total = start()
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(tf.matmul(batch, kernel)))
    total.assign_add(loss)
    return tape.gradient(loss, kernel)


print(gradient(tf.ones((3, 2))))
