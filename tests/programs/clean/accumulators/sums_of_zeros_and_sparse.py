# effect: ok
# beside: TFG117
# the sum begins with zeros, to which slices can be added
import tensorflow as tf
from tensorflow import keras

table = keras.layers.Embedding(10, 2)
table.build(None)


def gradients(tokens):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(table(tokens)))
    return tape.gradient(loss, table.trainable_variables)


total = [tf.zeros_like(variable) for variable in table.trainable_variables]
for tokens in (tf.constant([1, 2]), tf.constant([5])):
    total = [old + new for old, new in zip(total, gradients(tokens))]
print([item / 2.0 for item in total])
