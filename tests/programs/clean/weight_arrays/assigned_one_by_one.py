# effect: ok
# beside: TFG814
# each changed array is assigned to its variable
import tensorflow as tf

network = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(network(tf.constant([[1.0, 2.0]])) - 1.0))
slopes = tape.gradient(loss, network.trainable_weights)
for variable, array, slope in zip(network.trainable_weights, network.get_weights(), slopes):
    array -= 0.1 * slope.numpy()
    variable.assign(array)
print(slopes)
