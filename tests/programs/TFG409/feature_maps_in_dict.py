# effect: error
# raises: TypeError
# feature maps collected in a dict by a traced forward pass
import tensorflow as tf

features = {}
w1, w2 = tf.Variable([[1.0, 0.5]]), tf.Variable([[0.2], [0.4]])


@tf.function
def network(x):
    features["hidden"] = tf.nn.relu(x @ w1)  # TFG409
    return features["hidden"] @ w2


with tf.GradientTape() as tape:
    out = network(tf.constant([[2.0]]))
    style = tf.reduce_sum(tf.square(features["hidden"]))
    loss = tf.reduce_sum(out) + style
print(tape.gradient(loss, [w1, w2]))
