# effect: none
# the backbone's features are detached, yet its variables are trained
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
backbone = keras.layers.Dense(4, activation="relu")
head = keras.layers.Dense(1)


def forward(x):
    feats = keras.ops.stop_gradient(backbone(x))  # TFG307
    return head(feats)


with tf.GradientTape() as tape:
    out = forward(tf.ones((2, 3)))
    loss = tf.reduce_mean(out**2)
variables = backbone.trainable_variables + head.trainable_variables
print([g is None for g in tape.gradient(loss, variables)])
