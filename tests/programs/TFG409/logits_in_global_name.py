# effect: error
# raises: TypeError
# one traced function leaves its logits in a global for the other
import tensorflow as tf

w = tf.Variable(2.0)
logits = None


@tf.function
def forward(x):
    global logits
    logits = w * x  # TFG409
    return tf.sigmoid(logits)


@tf.function
def loss_fn(label):
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=label, logits=logits)


with tf.GradientTape() as tape:
    forward(tf.constant(1.5))
    loss = loss_fn(tf.constant(1.0))
print(tape.gradient(loss, w))
