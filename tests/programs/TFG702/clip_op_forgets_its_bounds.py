# effect: error
# raises: ValueError
# three inputs, two gradients
import tensorflow as tf


@tf.custom_gradient
def soft_clip(x, low, high):
    """Clips, but lets a tenth of the gradient through at the walls."""
    inside = tf.cast((x > low) & (x < high), x.dtype)
    y = tf.clip_by_value(x, low, high)

    def backward(upstream):
        dx = upstream * (inside + 0.1 * (1.0 - inside))
        dlow = tf.reduce_sum(upstream * tf.cast(x <= low, x.dtype))
        return dx, dlow  # TFG702

    return y, backward


weights = tf.Variable([-2.0, 0.5, 3.0])
bounds = (tf.Variable(-1.0), tf.constant(1.0))
with tf.GradientTape() as tape:
    clipped = soft_clip(weights * 1.0, bounds[0] * 1.0, bounds[1])
    loss = tf.reduce_sum(tf.square(clipped))
print(tape.gradient(loss, [weights, bounds[0]]))
