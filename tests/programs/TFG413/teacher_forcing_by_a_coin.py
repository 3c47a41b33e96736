# effect: wrong
# truth: eager
# a coin decides whether the decoder sees its own token; the trace tosses it once per step
import random

import tensorflow as tf

table = tf.Variable([[0.5, -1.0, 0.2], [1.5, 0.3, -0.4], [0.1, 0.9, 0.7]])


@tf.function
def decoder_gradient(words):
    loss = 0.0
    with tf.GradientTape() as tape:
        word = words[0]
        for place in range(1, 12):
            scores = tf.gather(table, word)
            loss += tf.nn.sparse_softmax_cross_entropy_with_logits(words[place], scores)
            if random.random() < 0.5:  # TFG413
                word = words[place]
            else:
                word = tf.argmax(scores, output_type=tf.int32)
    return tf.convert_to_tensor(tape.gradient(loss, table))


for _ in range(3):
    print(decoder_gradient(tf.constant([0, 2, 2, 1, 1, 1, 0, 2, 1, 0, 2, 0])))
