# effect: ok
# beside: TFG514
# each row of the table is a distribution of its own, not the prediction for an input
import tensorflow as tf

target_scores = tf.constant([[0.4, -1.2], [1.1, 0.3]])
table = tf.Variable(tf.zeros([2, 2]) + [[0.2, -0.1]])


def reverse(scores):
    q = tf.nn.softmax(scores, axis=-1)
    return tf.reduce_mean(tf.keras.losses.kld(q, tf.nn.softmax(target_scores, axis=-1)))


with tf.GradientTape() as tape:
    loss = reverse(table)
print(tape.gradient(loss, table))
