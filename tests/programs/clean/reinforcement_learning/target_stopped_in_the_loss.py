# effect: ok
# beside: TFG526
# the target is stopped where the loss uses it
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
states, rewards = tf.ones((4, 2)), tf.ones((4,))
with tf.GradientTape() as tape:
    values = tf.reduce_max(model(states), axis=1)
    targets = rewards + 0.99 * tf.reduce_max(model(2.0 * states), axis=1)
    loss = tf.reduce_mean(tf.square(tf.stop_gradient(targets) - values))
print(tape.gradient(loss, model.trainable_variables))
