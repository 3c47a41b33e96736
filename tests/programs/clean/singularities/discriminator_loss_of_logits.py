# effect: ok
# beside: TFG512, TFG513
# log(sigmoid) and log(1 - sigmoid) by the functions that do not round
import tensorflow as tf

discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
with tf.GradientTape() as tape:
    real = discriminator(tf.constant([[30.0, 20.0]]))
    fake = discriminator(tf.constant([[-40.0, 10.0]]))
    loss = -tf.reduce_mean(tf.math.log_sigmoid(real)) + tf.reduce_mean(tf.math.softplus(fake))
print(tape.gradient(loss, discriminator.trainable_variables))
