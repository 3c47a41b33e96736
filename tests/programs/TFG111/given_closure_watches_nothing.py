# effect: none
# the tape watches no variable by itself, and the call that watched them is gone
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])


def step(closure):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        loss = closure()
    return tape.gradient(loss, model.trainable_variables)  # TFG111


print(step(eval("lambda: tf.reduce_mean(model(tf.ones((3, 2))))")))
