# effect: ok
# beside: TFG512, TFG806
# the softmax of an attention is not the output
import tensorflow as tf

query = tf.keras.layers.Dense(4)
key = tf.keras.layers.Dense(4)
head = tf.keras.layers.Dense(2)
tokens = tf.random.stateless_normal([2, 3, 4], seed=(1, 2))
labels = tf.constant([0, 1])
with tf.GradientTape() as tape:
    scores = tf.matmul(query(tokens), key(tokens), transpose_b=True)
    mixed = tf.matmul(tf.nn.softmax(scores), tokens)
    logits = head(mixed[:, 0])
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
variables = query.trainable_variables + key.trainable_variables + head.trainable_variables
print(tape.gradient(loss, variables)[0])
