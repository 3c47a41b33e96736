# effect: ok
# beside: TFG312
# the first phase trains the level without a bound
import tensorflow as tf

level = tf.Variable(3.0)
optimizer = tf.keras.optimizers.SGD(0.4)
for step in range(10):
    with tf.GradientTape() as tape:
        loss = tf.square(level - 0.5)
    optimizer.apply_gradients([(tape.gradient(loss, level), level)])
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.square(tf.clip_by_value(level, 0.0, 1.0) - 0.2)
    optimizer.apply_gradients([(tape.gradient(loss, level), level)])
print(level)
