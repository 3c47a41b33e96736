# effect: error
# raises: ValueError
# the kernel that `get_layer` gives is a Keras variable, which a tape cannot watch
import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((4,))
h = keras.layers.Dense(5, activation="relu", name="hidden")(inputs)
model = keras.Model(inputs, keras.layers.Dense(1)(h))
x = tf.random.normal((8, 4), seed=1)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(model.get_layer("hidden").kernel)  # TFG112
    loss = tf.reduce_mean(tf.square(model(x)))
print(tape.gradient(loss, model.get_layer("hidden").kernel))
