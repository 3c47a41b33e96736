# effect: ok
# beside: TFG516
# the diagonal of a Jacobian
import tensorflow as tf

features = tf.constant([[0.5, 1.0, -0.3], [1.5, -0.2, 0.8]])
weights = tf.Variable([[0.1], [0.2], [-0.3]])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_mean(tf.nn.softplus(features @ weights))
    first = inner.gradient(loss, weights)
hessian = tf.reshape(outer.jacobian(first, weights), (3, 3))
print(tf.linalg.diag_part(hessian))
