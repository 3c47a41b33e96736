# effect: none
# the generator's samples are shuffled through tf.data on their way to the critic
import tensorflow as tf

gen = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
critic = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])


def mix(real, fake):
    both = tf.data.Dataset.from_tensor_slices(tf.concat([real, fake], axis=0))  # TFG208
    return both.shuffle(8, seed=1).batch(4)


with tf.GradientTape() as tape:
    fake = gen(tf.ones((4, 2)))
    total = 0.0
    for batch in mix(tf.zeros((4, 2)), fake):
        total += tf.reduce_mean(critic(batch))
print(tape.gradient(total, gen.trainable_variables))
