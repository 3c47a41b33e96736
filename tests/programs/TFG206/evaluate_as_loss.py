# effect: none
# evaluate() returns a Python float
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
net.compile(loss="mse")
xs, ys = tf.ones((3, 2)), tf.zeros((3, 1))
with tf.GradientTape() as tape:
    score = net.evaluate(xs, ys, verbose=0)  # TFG206
    loss = tf.convert_to_tensor(score)
print(tape.gradient(loss, net.trainable_weights))
