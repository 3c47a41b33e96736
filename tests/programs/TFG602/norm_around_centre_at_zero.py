# effect: nan
# a regularised loss whose centre starts at zero
import tensorflow as tf

center = tf.Variable(tf.zeros((2,)))


def center_loss(y_true, y_pred):
    spread = tf.norm(center)  # TFG602
    return tf.reduce_mean(tf.square(y_true - y_pred)) + spread


with tf.GradientTape() as tape:
    loss = center_loss(tf.ones((2, 2)), center * tf.ones((2, 2)))
print(tape.gradient(loss, center))
