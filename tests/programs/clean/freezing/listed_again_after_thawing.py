# effect: ok
# beside: TFG808
# each phase reads the variables anew
import tensorflow as tf

backbone = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
head = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.001)
features = tf.constant([[1.0, 0.0], [0.0, 3.0]])


def train(parameters):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(head(backbone(features)) - 1.0))
    return tape.gradient(loss, parameters)


backbone.trainable = False
print(train(head.trainable_variables + backbone.trainable_variables))
backbone.trainable = True
print(train(head.trainable_variables + backbone.trainable_variables))
