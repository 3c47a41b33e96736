# effect: wrong
# truth: [-0.061413, -0.0719578, 0.103656, -0.0161286, -0.188134, 0.0044115, 0.375881, -0.0671896, 0.2, 0.2, 0, 0.2]
# the batch comes from a dataset, and its length is not known
import tensorflow as tf

tf.keras.utils.set_random_seed(6)
network = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.data.Dataset.from_tensor_slices(
    (tf.random.normal((5, 2)), tf.constant([0, 3, 2, 2, 1]), tf.random.normal((5,)))
).batch(5)
for states, actions, targets in data:
    with tf.GradientTape() as tape:
        values = tf.gather(network(states), actions, axis=1)  # TFG521
        loss = tf.reduce_mean(tf.abs(targets - values))
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
