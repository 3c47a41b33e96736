# effect: none
# one minus accuracy is a step function
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, activation="sigmoid")])


def accuracy_loss(y_true, y_pred):
    predicted = tf.cast(y_pred > 0.5, tf.float32)  # TFG306
    correct = 1.0 - tf.abs(y_true - predicted)
    return 1.0 - tf.reduce_mean(correct)


x = tf.constant([[1.0, 2.0], [-1.0, -2.0]])
y = tf.constant([[1.0], [0.0]])
with tf.GradientTape() as tape:
    loss = accuracy_loss(y, net(x))
print(tape.gradient(loss, net.trainable_variables))
