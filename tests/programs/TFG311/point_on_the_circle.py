# effect: zero
# the distance from the origin of a point on the unit circle
import tensorflow as tf

theta = tf.Variable(0.3)
opt = tf.keras.optimizers.SGD(0.1)
for step in range(5):
    with tf.GradientTape() as tape:
        px = tf.cos(theta)
        py = tf.sin(theta)
        loss = (px**2 + py**2 - 2.0) ** 2  # TFG311
    g = tape.gradient(loss, theta)
    opt.apply_gradients([(g, theta)])
    print(step, loss.numpy(), g.numpy())
