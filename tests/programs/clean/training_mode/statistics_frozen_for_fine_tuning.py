# effect: ok
# beside: TFG528
# the step says that batch normalisation shall go by what it learnt before
import tensorflow as tf

body = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(3), tf.keras.layers.BatchNormalization()]
)
head = tf.keras.layers.Dense(1)
optimizer = tf.keras.optimizers.SGD(0.1)
rows = tf.constant([[1.0, 2.0], [3.0, 5.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(head(body(rows, training=False))))
weights = body.trainable_variables + head.trainable_variables
gradients = tape.gradient(loss, weights)
optimizer.apply_gradients(zip(gradients, weights))
print(gradients)
