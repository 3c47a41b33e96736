# effect: ok
# beside: TFG521
# a centre for each label: rows, not columns
import tensorflow as tf

encoder = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
centres = tf.Variable(tf.random.normal((4, 2)))
features = tf.random.normal((6, 3))
labels = tf.constant([0, 1, 2, 3, 1, 0])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(encoder(features) - tf.gather(centres, labels)))
print(tape.gradient(loss, [centres, *encoder.trainable_variables]))
