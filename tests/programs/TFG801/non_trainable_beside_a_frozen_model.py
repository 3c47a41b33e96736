# effect: none
# another model is frozen, not this one
import tensorflow as tf

features = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
features.trainable = False
model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(2)]
)
x = tf.ones((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(features(model(x, training=True)) - features(x)))
print(tape.gradient(loss, model.non_trainable_variables))  # TFG801
