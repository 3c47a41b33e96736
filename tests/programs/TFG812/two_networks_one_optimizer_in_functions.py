# effect: error
# raises: ValueError
# the actor's optimizer is handed to the critic, too
import tensorflow as tf


def network(units):
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(units)])


def improve(model, optimizer, observations):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(observations)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))  # TFG812


actor, critic = network(2), network(1)
shared = tf.keras.optimizers.Adam(0.01)
improve(actor, shared, tf.ones((4, 2)))
improve(critic, shared, tf.ones((4, 2)))
