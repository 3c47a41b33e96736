# effect: nan
# a logistic function of the weights
import tensorflow as tf

w = tf.Variable([[40.0], [70.0]])
b = tf.Variable(0.0)
x = tf.constant([[-1.0, -1.0], [0.1, 0.0]])


@tf.function
def probability():
    z = tf.matmul(x, w) + b
    return tf.math.divide(1.0, 1.0 + tf.math.exp(-z))  # TFG606


with tf.GradientTape() as tape:
    loss = tf.reduce_mean(probability())
print(tape.gradient(loss, [w, b]))
