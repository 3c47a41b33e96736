# effect: ok
# beside: TFG511
# a mean over the sum of errors and penalty counts the penalty once
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
x = tf.random.uniform((6, 2), seed=3)
y = tf.random.uniform((6, 1), seed=4)
with tf.GradientTape() as tape:
    each = tf.reduce_sum(tf.square(model(x) - y), axis=1)
    penalty = tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])
    loss = tf.reduce_mean(each + 1e-3 * penalty)
gradients = tape.gradient(loss, model.trainable_variables)
