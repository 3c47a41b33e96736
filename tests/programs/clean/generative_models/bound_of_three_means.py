# effect: ok
# beside: TFG511
# reconstruction, divergence and a penalty: each is a mean before they are added
import tensorflow as tf

encode, decode = tf.keras.layers.Dense(4), tf.keras.layers.Dense(3)
images = tf.random.normal((5, 3))
with tf.GradientTape() as tape:
    mean, log_variance = tf.split(encode(images), 2, axis=1)
    code = mean + tf.exp(0.5 * log_variance) * tf.random.normal((5, 2))
    error = tf.reduce_mean(tf.keras.losses.mse(images, decode(code)))
    terms = 1.0 + log_variance - tf.square(mean) - tf.exp(log_variance)
    divergence = tf.reduce_mean(-0.5 * tf.reduce_sum(terms, axis=1))
    loss = error + 0.1 * divergence + 1e-3 * tf.add_n([tf.nn.l2_loss(decode.kernel)])
print(tape.gradient(loss, [*encode.trainable_variables, *decode.trainable_variables]))
