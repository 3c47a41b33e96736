# effect: ok
# beside: TFG808
# the tape still watches the variables of a layer that is frozen after it was built
import tensorflow as tf

backbone = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
model = tf.keras.Sequential([tf.keras.Input((2,)), backbone, tf.keras.layers.Dense(1)])
for layer in model.layers[:1]:
    layer.trainable = False
x = tf.ones((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - 1.0))
print(tape.gradient(loss, backbone.non_trainable_variables))
