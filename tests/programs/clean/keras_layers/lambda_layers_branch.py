# effect: ok
# beside: TFG807
# Lambda layers with casts of shapes and masks from integer inputs
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(34)
tokens = keras.Input((6,), dtype="int32")
emb = layers.Embedding(11, 4)(tokens)
mask = layers.Lambda(lambda t: tf.cast(tf.not_equal(t, 0), tf.float32)[..., None])(tokens)
summed = layers.Lambda(lambda ab: tf.reduce_sum(ab[0] * ab[1], axis=1))([emb, mask])
count = layers.Lambda(lambda m: tf.maximum(tf.reduce_sum(m, axis=1), 1.0))(mask)
mean = layers.Lambda(lambda ab: ab[0] / ab[1])([summed, count])
model = keras.Model(tokens, layers.Dense(2)(mean))
x = tf.constant([[1, 2, 3, 0, 0, 0], [4, 5, 0, 0, 0, 0]])
y = tf.constant([0, 1])
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, epochs=1, verbose=0)
