# effect: ok
# meta-learning: gradients of one network make the weights of its copy
import tensorflow as tf

slow = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
fast = tf.keras.models.clone_model(slow)
x, y = tf.constant([[1.0], [2.0]]), tf.constant([[2.0], [4.0]])
for task in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(slow(x) - y))
    gradients = tape.gradient(loss, slow.trainable_variables)
    for new, old, gradient in zip(fast.trainable_variables, slow.trainable_variables, gradients):
        new.assign(old - 0.1 * gradient)
    with tf.GradientTape() as outer:
        query_loss = tf.reduce_mean(tf.square(fast(x) - y))
    meta = outer.gradient(query_loss, fast.trainable_variables)
    for variable, gradient in zip(slow.trainable_variables, meta):
        variable.assign_sub(0.05 * gradient)
print(meta)
