# effect: error
# raises: TypeError
# activity penalties are collected in a module-level list during tracing
import tensorflow as tf

penalties = []
w = tf.Variable([1.0, 2.0])


@tf.function
def forward(x):
    h = x * w
    penalties.append(tf.reduce_sum(tf.square(h)))  # TFG409
    return tf.reduce_sum(h)


with tf.GradientTape() as tape:
    out = forward(tf.constant([1.0, 1.0]))
    total = out + 0.01 * tf.add_n(penalties)
print(tape.gradient(total, w))
