# effect: ok
# beside: TFG526
# a cloned model filled by assignment between steps gives fixed targets
import tensorflow as tf

online = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
target = tf.keras.models.clone_model(online)
x, reward = tf.ones((2, 2)), tf.constant([[1.0], [0.5]])
for _ in range(2):
    for t, o in zip(target.variables, online.variables):
        t.assign(0.9 * t + 0.1 * o)
    with tf.GradientTape() as tape:
        goal = reward + 0.9 * target(x)
        loss = tf.reduce_mean(tf.square(goal - online(x)))
    grads = tape.gradient(loss, online.trainable_variables)
    for v, g in zip(online.trainable_variables, grads):
        v.assign_sub(0.1 * g)
print(float(loss))
