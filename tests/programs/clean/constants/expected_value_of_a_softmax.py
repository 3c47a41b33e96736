# effect: ok
# beside: TFG311, TFG806
# the sum of a softmax with weights
import tensorflow as tf

dense = tf.keras.layers.Dense(5)
values = tf.constant([0.0, 1.0, 2.0, 3.0, 4.0])
x = tf.random.normal((8, 3))
with tf.GradientTape() as tape:
    probs = tf.nn.softmax(dense(x), axis=-1)
    expected = tf.reduce_sum(probs * values, axis=-1)
    loss = tf.reduce_mean(tf.square(expected - 2.0))
print(tape.gradient(loss, dense.trainable_variables))
