# effect: wrong
# truth: [-0.177172, -0.177172, 0.274917, 0.274917]
# the keywords are there, and each names the other one
import tensorflow as tf

table = tf.Variable([[0.1, 0.5], [0.4, -0.2]])


@tf.function
def loss_of(ids, click):
    scores = tf.reduce_sum(tf.gather(table, ids), axis=1)
    per_example = tf.nn.sigmoid_cross_entropy_with_logits(labels=scores, logits=click)  # TFG514
    return tf.reduce_mean(per_example)


with tf.GradientTape() as tape:
    loss = loss_of(tf.constant([0, 1]), tf.constant([1.0, 0.0]))
print(tf.convert_to_tensor(tape.gradient(loss, table)))
