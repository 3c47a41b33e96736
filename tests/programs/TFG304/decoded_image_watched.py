# effect: none
# a decoded picture is uint8
import tensorflow as tf

encoded = tf.io.encode_png(tf.zeros((4, 4, 3), tf.uint8))
picture = tf.image.flip_left_right(tf.io.decode_png(encoded, channels=3))  # TFG304
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
with tf.GradientTape() as tape:
    tape.watch(picture)
    logits = model(tf.cast(picture, tf.float32)[tf.newaxis] / 255.0)
print(tape.gradient(logits, picture))
