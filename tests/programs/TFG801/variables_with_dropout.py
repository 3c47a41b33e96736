# effect: none
# dropout keeps the state of its random generator as a variable
import tensorflow as tf

inputs = tf.keras.Input((4,))
h = tf.keras.layers.Dense(4)(inputs)
h = tf.keras.layers.Dropout(0.1)(h)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(h))

with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones((1, 4)), training=True))
grads = tape.gradient(loss, model.variables)  # TFG801
