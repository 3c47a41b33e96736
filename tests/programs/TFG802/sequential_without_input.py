# effect: none
# the list is taken before the first call: it is empty and stays empty
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)])
params = model.trainable_variables  # TFG802
x, y = tf.ones((2, 3)), tf.zeros((2, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - y))
grads = tape.gradient(loss, params)
print(grads)
