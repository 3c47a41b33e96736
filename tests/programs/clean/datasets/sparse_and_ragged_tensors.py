# effect: ok
# beside: TFG117
# neither a sparse nor a ragged tensor is a `tf.Tensor`
import tensorflow as tf


def dense(value):
    return tf.stop_gradient(value) if isinstance(value, tf.Tensor) else tf.sparse.to_dense(value)


w = tf.Variable([[1.0, 0.0], [2.0, 3.0]])
with tf.GradientTape(persistent=True) as tape:
    loss = tf.reduce_sum(dense(tf.sparse.from_dense(w * 2.0)))
    ragged = tf.RaggedTensor.from_tensor(w * 3.0)
    other = tf.reduce_sum(ragged if not isinstance(ragged, tf.Tensor) else tf.stop_gradient(ragged))
print(tape.gradient(loss, w), tape.gradient(other, w))
