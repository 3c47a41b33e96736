# effect: ok
# beside: TFG812
# the first step has all variables, later steps have some of them
import tensorflow as tf

scale, shift = tf.Variable(2.0), tf.Variable(1.0)
optimizer = tf.keras.optimizers.Adam()
for variables in ([scale, shift], [scale], [shift]):
    with tf.GradientTape() as tape:
        loss = tf.square(3.0 * scale + shift)
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
