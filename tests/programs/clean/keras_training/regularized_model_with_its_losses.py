# effect: ok
# beside: TFG522
# the loop adds the losses of the model by a helper
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_regularizer="l2")]
)
optimizer = tf.keras.optimizers.SGD(0.1)


def total_loss(net, x, y):
    error = tf.reduce_mean(tf.square(net(x) - y))
    return error + tf.add_n(net.losses)


for step in range(2):
    with tf.GradientTape() as tape:
        loss = total_loss(model, tf.ones((2, 2)), tf.ones((2, 1)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print(gradients)
