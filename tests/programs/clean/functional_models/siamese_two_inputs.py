# effect: ok
# one shared encoder for two inputs, called with a list
import tensorflow as tf
from tensorflow import keras

encoder = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, activation="tanh")])
left, right = keras.Input((4,)), keras.Input((4,))
distance = keras.layers.Lambda(lambda pair: tf.reduce_sum(tf.square(pair[0] - pair[1]), axis=-1, keepdims=True))
model = keras.Model([left, right], keras.layers.Dense(1)(distance([encoder(left), encoder(right)])))

a, b = tf.random.normal((8, 4), seed=1), tf.random.normal((8, 4), seed=2)
same = tf.constant([[1.0], [0.0]] * 4)
optimizer = keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model([a, b]) - same))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
gradients = None
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model((a, b)))
print(tape.gradient(loss, encoder.trainable_variables)[0])
