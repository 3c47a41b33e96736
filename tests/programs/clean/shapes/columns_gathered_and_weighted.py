# effect: ok
# beside: TFG510, TFG521
# some columns of every row, with a weight for each column
import tensorflow as tf

network = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(6)])
states = tf.random.normal((5, 2))
columns = tf.constant([0, 3, 5])
weights = tf.constant([0.2, 0.3, 0.5])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.gather(network(states), columns, axis=1) * weights)
print(tape.gradient(loss, network.trainable_variables))
