# effect: wrong
# truth: [-0.0432766, 0.0475591, 0.0888061]
# logistic regression without the logistic function
import tensorflow as tf

w = tf.Variable(tf.ones([2, 1]))
b = tf.Variable(tf.zeros([1]))
x = tf.constant([[0.3, 0.4], [0.1, 0.5], [2.0, 1.0]])
y = tf.constant([[1.0], [0.0], [1.0]])
for epoch in range(2):
    with tf.GradientTape() as tape:
        y_hat = tf.matmul(x, w) + b
        cost = tf.reduce_mean(tf.keras.losses.binary_crossentropy(y, y_hat))  # TFG513
    dw, db = tape.gradient(cost, [w, b])
