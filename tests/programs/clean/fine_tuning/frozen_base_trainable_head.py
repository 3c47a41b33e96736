# effect: ok
# beside: TFG808
# the base is frozen inside the model, the query asks for what is left
import tensorflow as tf

base = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.BatchNormalization()]
)
base.trainable = False
inputs = tf.keras.Input((3,))
outputs = tf.keras.layers.Dense(1)(base(inputs, training=False))
model = tf.keras.Model(inputs, outputs)
x, y = tf.ones((2, 3)), tf.ones((2, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - y))
grads = tape.gradient(loss, model.trainable_variables)
print(len(grads))
