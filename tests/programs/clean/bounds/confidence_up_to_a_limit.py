# effect: ok
# beside: TFG312
# a limit inside the range of probabilities
import tensorflow as tf

net = tf.keras.Sequential(
    [tf.keras.layers.Dense(10), tf.keras.layers.Dense(4, activation="softmax")]
)
data = tf.random.normal((12, 7))
with tf.GradientTape() as tape:
    confidence = tf.reduce_max(net(data), axis=1)
    loss = -tf.reduce_mean(tf.minimum(confidence, 0.9))
print(tape.gradient(loss, net.trainable_variables))
