# effect: error
# raises: ValueError
# the function of a Lambda layer creates a Dense layer
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(3),
        tf.keras.layers.Lambda(lambda x: tf.keras.layers.Dense(1)(x)),  # TFG807
    ]
)
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
