# effect: none
# residual blocks made by a function; the forward pass runs before the tape records
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def block(v, units):
    inner = layers.Dense(units, activation="relu")(v)
    return layers.add([v, layers.Dense(units)(inner)])


inputs = keras.Input((4,))
v = layers.Dense(6)(inputs)
for _ in range(3):
    v = block(v, 6)
model = keras.Model(inputs, layers.Dense(1)(v))
x, y = tf.random.normal((8, 4), seed=1), tf.random.normal((8, 1), seed=2)
predicted = model(x, training=True)  # TFG101
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(predicted - y))
print(tape.gradient(loss, model.trainable_variables)[0])
