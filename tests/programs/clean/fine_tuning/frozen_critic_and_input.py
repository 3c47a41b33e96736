# effect: ok
# beside: TFG808
# gradients pass through a frozen network: to the image, and to the generator before it
import tensorflow as tf

features = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
features.trainable = False
generator = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(4)])
image = tf.Variable(tf.ones((1, 4)))
with tf.GradientTape() as tape:
    wanted = features(image)
    made = features(generator(tf.ones((1, 2))))
    loss = tf.reduce_sum(tf.square(wanted - made))
print(tape.gradient(loss, [image] + generator.trainable_variables))
