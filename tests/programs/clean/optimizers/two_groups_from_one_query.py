# effect: ok
# beside: TFG519
# one query over concatenated lists, split by length and applied by two optimizers
import tensorflow as tf

trunk = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
head = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
slow, fast = tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.Adam(0.1)
x, y = tf.ones((2, 2)), tf.ones((2, 1))
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(head(trunk(x)) - y))
    a, b = trunk.trainable_variables, head.trainable_variables
    grads = tape.gradient(loss, a + b)
    slow.apply_gradients(zip(grads[: len(a)], a))
    fast.apply_gradients(zip(grads[len(a) :], b))
print(len(grads))
