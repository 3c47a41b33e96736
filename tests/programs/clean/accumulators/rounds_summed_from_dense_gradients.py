# effect: ok
# beside: TFG117
# the sum begins with dense gradients: slices are added to a tensor
import tensorflow as tf
from tensorflow import keras

table = keras.layers.Embedding(30, 6)
tagger = keras.Sequential([table, keras.layers.Flatten(), keras.layers.Dense(2)])
tagger(tf.zeros((1, 4), tf.int32))
total = None
for number in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tagger(tf.fill((3, 4), number))))
    found = tape.gradient(loss, tagger.trainable_variables)
    if total is None:
        total = [tf.convert_to_tensor(item) for item in found]
    else:
        total = [old + new for old, new in zip(total, found)]
keras.optimizers.SGD(0.1).apply_gradients(zip(total, tagger.trainable_variables))
