# effect: ok
# beside: TFG313, TFG522
# a regularizer of zero, and one that is None
import tensorflow as tf

strength = None
model = tf.keras.Sequential(
    [
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(2, kernel_regularizer=tf.keras.regularizers.l2(0.0)),
        tf.keras.layers.Dense(1, kernel_regularizer=strength),
    ]
)
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((1, 2)))))
gradients = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
print(gradients)
