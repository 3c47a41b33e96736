# effect: ok
# beside: TFG521
# one action for each row, three ways
import tensorflow as tf

network = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(4)])
states = tf.random.normal((5, 2))
actions = tf.constant([0, 3, 2, 2, 1])
targets = tf.random.normal((5,))
with tf.GradientTape() as tape:
    values = network(states)
    one = tf.gather(values, actions, axis=1, batch_dims=1)
    two = tf.gather_nd(values, tf.stack([tf.range(5), actions], axis=1))
    three = tf.gather(values, actions, batch_dims=1)
    loss = tf.reduce_mean((one - targets) ** 2 + (two - targets) ** 2 + (three - targets) ** 2)
print(tape.gradient(loss, network.trainable_variables))
