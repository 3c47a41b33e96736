# effect: ok
# the encoder's answer is the start point of an optimisation over the latent code alone
import tensorflow as tf

encoder = tf.keras.layers.Dense(2)
decoder = tf.keras.layers.Dense(4)
image = tf.constant([[0.1, 0.2, 0.3, 0.4]])

code = tf.Variable(encoder(image))
optimizer = tf.keras.optimizers.Adam(0.1)
for _ in range(3):
    with tf.GradientTape() as tape:
        rebuilt = decoder(code)
        loss = tf.reduce_mean(tf.square(rebuilt - image))
    grads = tape.gradient(loss, [code])
    optimizer.apply_gradients(zip(grads, [code]))
