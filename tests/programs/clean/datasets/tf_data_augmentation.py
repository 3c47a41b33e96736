# effect: ok
# Input pipeline with casts, py_function and rounding: all on data, not on variables
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(43)


def load(i):
    rng = np.random.default_rng(int(i))
    return rng.uniform(0, 255, (6, 6, 3)).astype(np.uint8), np.int32(int(i) % 2)


def parse(i):
    img, label = tf.numpy_function(load, [i], (tf.uint8, tf.int32))
    img.set_shape((6, 6, 3))
    label.set_shape(())
    img = tf.cast(img, tf.float32) / 255.0
    img = tf.image.random_flip_left_right(img)
    img = tf.image.random_brightness(img, 0.1)
    img = tf.round(img * 255.0) / 255.0
    return tf.clip_by_value(img, 0.0, 1.0), tf.one_hot(label, 2)


ds = tf.data.Dataset.range(8).map(parse).shuffle(8, seed=1).batch(4).prefetch(1)
model = tf.keras.Sequential(
    [
        tf.keras.Input((6, 6, 3)),
        tf.keras.layers.Conv2D(4, 3, activation="relu"),
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(2),
    ]
)
opt = tf.keras.optimizers.Adam(1e-3)
cce = tf.keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.1)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = cce(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    hits = tf.cast(tf.argmax(logits, 1) == tf.argmax(y, 1), tf.float32)
    return loss, tf.reduce_mean(hits)


opt.build(model.trainable_variables)
for x, y in ds:
    loss, acc = step(x, y)
print(float(loss), float(acc))
