# effect: ok
# integer inputs of an embedding are no sources; the table is
import keras
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(0)
tokens = keras.Input((3,), dtype="int32")
h = layers.Embedding(6, 4)(tokens)
h = layers.GlobalAveragePooling1D()(h)
model = keras.Model(tokens, layers.Dense(2)(h))
ids = tf.constant([[1, 2, 2], [0, 5, 1]])
with tf.GradientTape() as tape:
    logits = model(ids)
    target = ops.one_hot(ops.max(ids, axis=1) % 2, 2)
    loss = ops.mean(ops.square(ops.softmax(logits) - target))
print([tf.convert_to_tensor(g).shape for g in tape.gradient(loss, model.trainable_variables)])
