# effect: ok
# beside: TFG527
# clipped gradients for a histogram; the optimizer clips by itself
import tensorflow as tf

place = tf.Variable([3.0, -4.0])
optimizer = tf.keras.optimizers.SGD(0.1, clipnorm=1.0)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(place))
gradients = tape.gradient(loss, [place])
shown = [tf.clip_by_value(gradient, -0.5, 0.5) for gradient in gradients]
tf.print(shown)
optimizer.apply_gradients(zip(gradients, [place]))
