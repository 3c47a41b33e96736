# effect: ok
# beside: TFG808
# everything is frozen, then the layers from some position on are trained again
import tensorflow as tf


def unfreeze_from(model, position):
    for layer in model.layers[position:]:
        layer.trainable = True


def freeze(model):
    for layer in model.layers:
        layer.trainable = False


net = tf.keras.Sequential([tf.keras.Input((2,)), *[tf.keras.layers.Dense(3) for _ in range(4)]])
freeze(net)
unfreeze_from(net, 2)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(net(tf.ones((1, 2))))
print(tape.gradient(loss, net.trainable_variables))
