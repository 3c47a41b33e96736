# effect: ok
# the feature map depends on trainable variables, so it is recorded even though watch comes late
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
inp = tf.keras.Input((6, 6, 1))
conv = tf.keras.layers.Conv2D(3, 3, activation="tanh")(inp)
out = tf.keras.layers.Dense(2)(tf.keras.layers.GlobalAveragePooling2D()(conv))
grad_model = tf.keras.Model(inp, [conv, out])


def heatmap(image, cls):
    with tf.GradientTape() as tape:
        fmap, preds = grad_model(image)
        tape.watch(fmap)
        channel = preds[:, cls]
    grads = tape.gradient(channel, fmap)
    pooled = tf.reduce_mean(grads, axis=(0, 1, 2))
    cam = tf.squeeze(fmap[0] @ pooled[..., None])
    cam = tf.maximum(cam, 0) / (tf.reduce_max(cam) + 1e-8)
    return cam.numpy()


print(heatmap(tf.random.stateless_uniform((1, 6, 6, 1), (1, 2)), 1).shape)
