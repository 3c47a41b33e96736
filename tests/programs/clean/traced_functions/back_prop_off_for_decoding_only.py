# effect: ok
# the loop without gradients produces the token ids of a report, the loss does not need it
import tensorflow as tf

table = tf.Variable([[0.1, 0.9], [0.8, 0.2]])


@tf.function
def step(tokens):
    with tf.GradientTape() as tape:
        logits = tf.gather(table, tokens)
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tokens, logits=logits)
        )
    best = tf.map_fn(
        lambda row: tf.cast(tf.argmax(row), tf.int32),
        logits,
        fn_output_signature=tf.int32,
        back_prop=False,
    )
    accuracy = tf.reduce_mean(tf.cast(tf.equal(best, tokens), tf.float32))
    return tape.gradient(loss, table), accuracy


print(step(tf.constant([0, 1, 1])))
