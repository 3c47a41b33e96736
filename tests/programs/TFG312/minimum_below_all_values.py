# effect: zero
# an upper bound that all values exceed
import tensorflow as tf

net = tf.keras.Sequential(
    [tf.keras.layers.Dense(10), tf.keras.layers.Dense(4, activation="softmax")]
)
data = tf.random.normal((12, 7))
opt = tf.keras.optimizers.SGD(0.01)
with tf.GradientTape() as tape:
    probs = net(data)
    confidence = tf.reduce_max(probs, axis=1)
    margin = tf.minimum(confidence + 1.0, 0.9)  # TFG312
    loss = -tf.reduce_mean(margin)
grads = tape.gradient(loss, net.trainable_variables)
opt.apply_gradients(zip(grads, net.trainable_variables))
