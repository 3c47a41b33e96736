# effect: none
# convert_image_dtype to uint8 is a cast
import tensorflow as tf

canvas = tf.Variable(tf.fill((1, 2, 2, 1), 0.25))
with tf.GradientTape() as tape:
    stored = tf.image.convert_image_dtype(canvas, tf.uint8)  # TFG305
    reread = tf.image.convert_image_dtype(stored, tf.float32)
    loss = tf.reduce_mean(reread)
print(tape.gradient(loss, canvas))
