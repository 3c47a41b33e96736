# effect: ok
# beside: TFG310
# the weights of the samples are detached; the loss itself has a gradient beside the regularization
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_regularizer="l2")]
)


def step(x, y):
    with tf.GradientTape() as tape:
        error = tf.square(model(x) - y)
        weight = tf.stop_gradient(tf.round(error) + 1.0)
        loss = tf.reduce_mean(weight * error) + sum(model.losses)
    return tape.gradient(loss, model.trainable_variables)


print(step(tf.ones((3, 2)), tf.ones((3, 1))))
