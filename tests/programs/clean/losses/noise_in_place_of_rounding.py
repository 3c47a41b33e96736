# effect: ok
# beside: TFG310
# uniform noise stands for rounding, so the rate has a gradient
import tensorflow as tf

encoder = tf.keras.layers.Dense(2)
images = tf.random.normal((4, 3), seed=1)
with tf.GradientTape() as tape:
    latents = encoder(images)
    noisy = latents + tf.random.uniform((4, 2), -0.5, 0.5, seed=2)
    rate = tf.reduce_mean(tf.math.log1p(tf.square(noisy)))
    loss = rate + tf.reduce_mean(tf.abs(latents - 1.0))
print(tape.gradient(loss, encoder.trainable_variables))
