# effect: error
# raises: TypeError
# gradients of two batches are added, and one of them is sparse
import tensorflow as tf

embedding = tf.keras.layers.Embedding(6, 3)
embedding.build(None)


def gradients_of(tokens):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(embedding(tokens)))
    return tape.gradient(loss, embedding.trainable_variables)


first = gradients_of(tf.constant([1, 2]))
second = gradients_of(tf.constant([3]))
total = [a + b for a, b in zip(first, second)]  # TFG117
print(total)
