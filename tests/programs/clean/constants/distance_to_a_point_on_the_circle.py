# effect: ok
# beside: TFG311
# squares of differences from sine and cosine
import tensorflow as tf

theta = tf.Variable(0.3)
opt = tf.keras.optimizers.SGD(0.1)
target = tf.constant([0.0, 1.0])
for step in range(5):
    with tf.GradientTape() as tape:
        px = tf.cos(theta)
        py = tf.sin(theta)
        loss = (px - target[0]) ** 2 + (py - target[1]) ** 2
    opt.apply_gradients([(tape.gradient(loss, theta), theta)])
