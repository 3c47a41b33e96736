# effect: ok
# the empty list is noticed, the model is built, the list is read again
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
variables = model.trainable_variables
if not variables:
    model.build((None, 3))
    variables = model.trainable_variables
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3))) - 1.0))
print(tape.gradient(loss, variables))
