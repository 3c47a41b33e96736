# effect: none
# a default argument is evaluated once, before the model has weights
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])


def step(x, variables=model.trainable_variables):  # TFG802
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    return tape.gradient(loss, variables)


step(tf.ones((1, 3)))
print(step(tf.ones((1, 3))))
