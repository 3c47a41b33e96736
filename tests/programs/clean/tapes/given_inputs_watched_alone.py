# effect: ok
# only the inputs are watched, which is what is asked for
import tensorflow as tf


def saliency(model, images):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(images)
        score = tf.reduce_max(model(images))
    return tape.gradient(score, images)


made = eval("tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])")
print(saliency(made, tf.ones((4, 2))))
