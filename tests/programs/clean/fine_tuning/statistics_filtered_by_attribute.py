# effect: ok
# model.variables, but reduced to the trainable ones in a helper before the query
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]
)


def learnable(network):
    return [v for v in network.variables if v.trainable]


x = tf.constant([[1.0, 2.0], [0.0, -1.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x, training=True) - 1.0))
    snapshot = [v.numpy() for v in model.variables]
print(len(snapshot), [g.shape for g in tape.gradient(loss, learnable(model))])
