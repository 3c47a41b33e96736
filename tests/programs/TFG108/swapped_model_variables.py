# effect: none
# the model's variables are given as the target, the loss as the source
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])


@tf.function
def grads_for(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(model(x) - y))
    return tape.gradient(sources=loss, target=model.trainable_variables)  # TFG108


print(grads_for(tf.ones((3, 2)), tf.zeros((3, 1))))
