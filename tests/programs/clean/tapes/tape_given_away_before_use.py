# effect: ok
# unread code has the tape before the forward pass, and watches the input
import tensorflow as tf

watch = eval("lambda tape, value: tape.watch(value)")
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
x = tf.ones((3, 2))
with tf.GradientTape() as tape:
    watch(tape, x)
    loss = tf.reduce_mean(tf.square(model(x)))
print(tape.gradient(loss, x))
