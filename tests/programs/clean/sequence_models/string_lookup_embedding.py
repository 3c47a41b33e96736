# effect: ok
# Lookup layer before an embedding inside a Sequential: the lookup has no weights to train
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(123)


def encoder(vocabulary, dim, name=None):
    return keras.Sequential(
        [
            layers.IntegerLookup(vocabulary=vocabulary, mask_token=None, num_oov_indices=0),
            layers.Embedding(len(vocabulary), dim, name=f"{name}_embedding"),
        ],
        name=name,
    )


user = layers.Input((), dtype=tf.int64, name="user")
movie = layers.Input((), dtype=tf.int64, name="movie")
u = encoder([11, 12, 13], 4, "users")(user)
m = encoder([7, 8], 4, "movies")(movie)
rating = layers.Dense(1)(layers.Multiply()([u, m]))
model = keras.Model([user, movie], keras.activations.sigmoid(rating) * 5)
model.compile("adam", "mse")
x = [tf.constant([11, 12, 13, 11], tf.int64), tf.constant([7, 8, 7, 8], tf.int64)]
model.fit(x, tf.constant([1.0, 2.0, 5.0, 4.0]), epochs=1, verbose=0)
