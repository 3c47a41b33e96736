# effect: ok
# beside: TFG806
# the axis of size 1 is removed before the softmax
import tensorflow as tf

score = tf.keras.layers.Dense(1)
values = tf.random.normal((3, 6, 2), seed=1)
with tf.GradientTape() as tape:
    alpha = tf.nn.softmax(tf.squeeze(score(values), -1))
    pooled = tf.einsum("bt,btd->bd", alpha, values)
    loss = tf.reduce_mean(pooled ** 2)
gradients = tape.gradient(loss, score.trainable_variables)
