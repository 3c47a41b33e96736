# effect: error
# raises: LookupError
# no gradient is registered for the contrast kernel
import tensorflow as tf

picture = tf.Variable(tf.random.stateless_uniform((4, 4, 3), seed=(1, 1)))
with tf.GradientTape() as tape:
    bright = tf.image.adjust_brightness(picture, 0.1)
    strong = tf.image.adjust_contrast(bright, 1.5)  # TFG302
    loss = tf.reduce_mean(strong)
print(tape.gradient(loss, picture))
