# effect: wrong
# truth: [-1.68403, -1.68403, 1.68775, 1.68775, 25.6548, 25.6548, -10.531, -10.531, 25.6548, 25.6548, -10.531]
# the batch normalisation in the middle keeps its first statistics for ever
import tensorflow as tf

given = tf.keras.Input((2,))
hidden = tf.keras.layers.Dense(2, kernel_initializer="ones", use_bias=False)(given)
hidden = tf.keras.layers.BatchNormalization()(hidden)
network = tf.keras.Model(given, tf.keras.layers.Dense(1, kernel_initializer="ones")(hidden))
step = tf.keras.optimizers.SGD(0.01)
rows = [[1.0, 2.0], [3.0, 5.0], [2.0, 0.0]]
data = tf.data.Dataset.from_tensor_slices((rows, [[1.0], [0.0], [2.0]])).batch(3)
for features, target in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(network(features) - target) ** 3)  # TFG528
    found = tape.gradient(loss, network.trainable_variables)
    step.apply_gradients(zip(found, network.trainable_variables))
    print(found)
