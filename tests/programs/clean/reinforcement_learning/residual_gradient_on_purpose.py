# effect: ok
# beside: TFG526
# the residual-gradient method differentiates the target on purpose, and says so
import tensorflow as tf

weight = tf.Variable(0.5)


def residual_gradient(state, reward, following):
    with tf.GradientTape() as tape:
        target = reward + 0.9 * (weight * following)
        loss = tf.square(target - weight * state)
    return tape.gradient(loss, weight)


print(residual_gradient(1.0, tf.constant(1.0), 2.0))
