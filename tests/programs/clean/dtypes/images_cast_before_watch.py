# effect: ok
# whole numbers become floats before the tape looks at them, in the ways that people write it
import numpy as np
import tensorflow as tf

raw = np.random.default_rng(0).integers(0, 256, size=(1, 4, 4, 3), dtype=np.uint8)
encoded = tf.io.encode_png(raw[0])
images = [
    tf.constant(raw / 255, dtype=tf.float32),
    tf.cast(raw, tf.float32) / 255.0,
    tf.constant(raw.astype("float32")),
    tf.convert_to_tensor(raw, dtype=tf.float32),
    tf.image.convert_image_dtype(tf.io.decode_png(encoded), tf.float32)[tf.newaxis],
    tf.image.resize(tf.io.decode_png(encoded), (4, 4))[tf.newaxis],
    tf.constant(np.float32(raw) * 2 - 1),
]
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
first, second, third, fourth, fifth, sixth, seventh = images
with tf.GradientTape() as tape:
    tape.watch([first, second, third, fourth, fifth, sixth, seventh])
    loss = sum(tf.reduce_sum(model(x)) for x in (first, second, third, fourth))
    loss += (
        tf.reduce_sum(model(fifth)) + tf.reduce_sum(model(sixth)) + tf.reduce_sum(model(seventh))
    )
print(tape.gradient(loss, [first, second, third, fourth, fifth, sixth, seventh]))
