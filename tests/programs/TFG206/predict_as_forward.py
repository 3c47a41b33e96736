# effect: none
# predict() returns an ndarray
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
x = tf.constant([[1.0, 2.0], [0.5, 0.1]])
y = tf.constant([[1.0], [0.0]])
with tf.GradientTape() as tape:
    y_hat = model.predict(x, verbose=0)  # TFG206
    loss = tf.reduce_mean(tf.square(y - y_hat))
print(tape.gradient(loss, model.trainable_variables))
