# effect: ok
# BYOL: the target branch is detached on purpose, the online branch is alive
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def mlp():
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])


online, predictor, target = mlp(), tf.keras.layers.Dense(2), mlp()
target.set_weights(online.get_weights())


def regression_loss(p, z):
    p = tf.math.l2_normalize(p, axis=-1)
    z = tf.math.l2_normalize(z, axis=-1)
    return 2.0 - 2.0 * tf.reduce_mean(tf.reduce_sum(p * z, axis=-1))


def views(x):
    return x + 0.1, x * 1.1


a, b = views(tf.constant([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]]))
with tf.GradientTape() as tape:
    loss = regression_loss(predictor(online(a)), tf.stop_gradient(target(b)))
    loss += regression_loss(predictor(online(b)), tf.stop_gradient(target(a)))
trained = online.trainable_variables + predictor.trainable_variables
print(tape.gradient(loss, trained))
for t, o in zip(target.weights, online.weights):
    t.assign(0.99 * t + 0.01 * o)
