# effect: ok
# the gradients are asked for in one order and put into the order of the variables
import tensorflow as tf
from tensorflow import keras

users = keras.Sequential([keras.Input((5,)), keras.layers.Dense(3)])
films = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3, use_bias=False)])
optimizer = keras.optimizers.SGD(0.05)


def step(user, film, rating):
    with tf.GradientTape() as tape:
        score = tf.reduce_sum(users(user) * films(film), axis=-1)
        loss = tf.reduce_mean(tf.square(score - rating))
    of_films = len(films.trainable_variables)
    found = tape.gradient(loss, films.trainable_variables + users.trainable_variables)
    found = found[of_films:] + found[:of_films]
    optimizer.apply_gradients(zip(found, users.trainable_variables + films.trainable_variables))
    return loss


print(step(tf.random.normal((4, 5)), tf.random.normal((4, 2)), tf.random.normal((4,))))
