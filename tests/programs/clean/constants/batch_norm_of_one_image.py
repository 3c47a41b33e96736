# effect: ok
# beside: TFG311
# one image has many places, over which the layer takes its statistics
import tensorflow as tf

net = tf.keras.Sequential(
    [
        tf.keras.layers.Input((6, 6, 1)),
        tf.keras.layers.Conv2D(2, 3),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(1),
    ]
)
images = tf.random.normal((3, 6, 6, 1))
labels = tf.random.normal((3, 1))
for image, label in tf.data.Dataset.from_tensor_slices((images, labels)).batch(1):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(image, training=True) - label))
    print(tape.gradient(loss, net.trainable_variables)[0])
