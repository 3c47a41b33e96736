# effect: ok
# the first variable of a layer is its kernel, which does not start at zero as a bias does
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
x = tf.random.normal((8, 4))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(x) ** 2) + 0.1 * tf.norm(model.trainable_variables[0])
print(tape.gradient(loss, model.trainable_variables))
