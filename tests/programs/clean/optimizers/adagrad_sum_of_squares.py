# effect: ok
# beside: TFG520
# AdaGrad: the sum of squares grows on purpose
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
squares = tf.Variable(tf.zeros([2]), trainable=False)
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(4):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w - 3.0))
    gradient = tape.gradient(loss, w)
    squares.assign_add(tf.square(gradient))
    optimizer.apply_gradients([(gradient / (tf.sqrt(squares) + 1e-7), w)])
print(gradient)
