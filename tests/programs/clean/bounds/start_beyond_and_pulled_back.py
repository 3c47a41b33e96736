# effect: ok
# beside: TFG312
# a penalty on the same variable brings it back
import tensorflow as tf

level = tf.Variable(3.0)
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(5):
    with tf.GradientTape() as tape:
        bounded = tf.clip_by_value(level, 0.0, 1.0)
        loss = tf.square(bounded - 0.5) + 0.5 * tf.square(level)
    gradient = tape.gradient(loss, level)
    optimizer.apply_gradients([(gradient, level)])
print(level)
