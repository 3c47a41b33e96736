# effect: ok
# beside: TFG518, TFG527
# the pair is unpacked in a helper, and its first item is used
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


def clipped(gradients):
    result = tf.clip_by_global_norm(gradients, 1.0)
    return result[0]


for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((2, 2))) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    (limited, norm) = tf.clip_by_global_norm(gradients, 5.0)
    for gradient, variable in zip(clipped(limited), model.trainable_variables):
        variable.assign_sub(0.1 * gradient)
    optimizer.apply_gradients(zip(limited, model.trainable_variables))
print(gradients, norm)
