# effect: none
# token saliency asks for the integer tokens
import tensorflow as tf

emb = tf.keras.layers.Embedding(10, 4)
head = tf.keras.layers.Dense(1)


def token_saliency(tokens):
    ids = tf.constant(tokens)  # TFG304
    with tf.GradientTape() as tape:
        tape.watch(ids)
        score = tf.reduce_sum(head(emb(ids)))
    return tape.gradient(score, ids)


print(token_saliency([[1, 4, 2]]))
