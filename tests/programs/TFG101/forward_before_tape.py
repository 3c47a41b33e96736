# effect: none
# the forward pass runs before the tape opens, only the loss is recorded
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(3)
net = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def train_step(features, labels):
    logits = net(features, training=True)  # TFG101
    with tf.GradientTape() as tape:
        loss = loss_fn(labels, logits)
    return loss, tape.gradient(loss, net.trainable_variables)


loss, grads = train_step(tf.random.normal((6, 4)), tf.constant([0, 1, 1, 0, 1, 0]))
print("loss", float(loss), "missing", sum(g is None for g in grads))
