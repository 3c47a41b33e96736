# effect: ok
# beside: TFG808
# unfrozen after compile, but before the first fit: Keras 3 looks when it first trains
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)]
)
model.trainable = False
model.compile("sgd", "mse")
model.trainable = True
model.fit(tf.ones((4, 3)), tf.zeros((4, 1)), verbose=0)
