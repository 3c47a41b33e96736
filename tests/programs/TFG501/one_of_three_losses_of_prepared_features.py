# effect: wrong
# truth: [14.0, 28.0]
# the features come from a function that calls itself, which is not followed; only the loop matters
import tensorflow as tf

w = tf.Variable([1.0, 2.0])


def halved(x, times):
    return x if times == 0 else halved(x * 0.5, times - 1)


features = halved(tf.constant([[8.0, 16.0], [4.0, 8.0], [2.0, 4.0]]), 1)

with tf.GradientTape() as tape:
    size_loss = class_loss = 0.0
    for row in features:
        size_loss = tf.reduce_sum(row * w)  # TFG501
        class_loss += tf.reduce_sum(row * w)
    loss = size_loss + class_loss
gradient = tape.gradient(loss, w)
print(gradient)
