# effect: none
# map_structure freezes every output of the encoder, also the ones trained
import tensorflow as tf

tf.random.set_seed(2)
enc = tf.keras.layers.Dense(4)
enc.build((None, 3))
proj = tf.keras.layers.Dense(2)
proj.build((None, 4))


def encode(batch):
    h = enc(batch)
    outputs = {"mean": h, "norm": tf.reduce_sum(h * h, axis=1, keepdims=True)}
    return tf.nest.map_structure(tf.stop_gradient, outputs)  # TFG307


@tf.function
def train(batch, target):
    with tf.GradientTape() as tape:
        out = encode(batch)
        pred = proj(out["mean"]) / (1.0 + out["norm"])
        loss = tf.reduce_mean(tf.square(pred - target))
    grads = tape.gradient(loss, enc.trainable_variables + proj.trainable_variables)
    return loss, [g for g in grads if g is not None]


loss, live = train(tf.ones((5, 3)), tf.zeros((5, 2)))
print(float(loss), len(live), "of 4 gradients")
