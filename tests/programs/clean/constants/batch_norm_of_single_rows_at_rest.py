# effect: ok
# beside: TFG311
# batches of one row, with the statistics of earlier training; and without a flag
import tensorflow as tf

inputs = tf.keras.Input((3,))
hidden = tf.keras.layers.BatchNormalization()(tf.keras.layers.Dense(4)(inputs))
net = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(hidden))
rows = tf.data.Dataset.from_tensor_slices(tf.random.normal((4, 3))).batch(1)
for row in rows:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(row, training=False) - 1.0))
        loss += tf.reduce_mean(tf.square(net(row)))
    print(tape.gradient(loss, net.trainable_variables)[0])
