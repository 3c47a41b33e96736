# effect: wrong
# truth: [21.5642, 21.5642, 21.5642, 7.8499, 0.678423, 0.678423, 0.678423, 19.8031, 19.8031, 19.8031, 7.27947, 7.27947, 7.27947]
# the variables were listed for the first phase; the second one unfreezes the backbone in vain
import tensorflow as tf


def dense(inputs, units):
    return tf.keras.Sequential(
        [tf.keras.Input((inputs,)), tf.keras.layers.Dense(units, kernel_initializer="ones")]
    )


backbone, head = dense(2, 3), dense(3, 1)
backbone.trainable = False
parameters = head.trainable_variables + backbone.trainable_variables  # TFG803
features, labels = tf.constant([[1.0, 0.0], [0.0, 3.0]]), tf.constant([[2.0], [1.0]])


def train(steps):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(head(backbone(features)) - labels))
        gradients = tape.gradient(loss, parameters)
        for gradient, parameter in zip(gradients, parameters):
            parameter.assign_sub(0.001 * gradient)


train(2)
backbone.trainable = True
train(2)
