# effect: ok
# beside: TFG805, TFG807
# Lambda layers that capture constants and call functions, and one that is given the layer itself
import tensorflow as tf

scale = tf.constant(0.5)
mean = tf.Variable(1.0, trainable=False)
dense = tf.keras.layers.Dense(3)
model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Lambda(lambda x: scale * (x - mean)),
        tf.keras.layers.Lambda(dense),
        tf.keras.layers.Dense(1),
    ]
)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((4, 3)))))
print(tape.gradient(loss, model.trainable_variables))
