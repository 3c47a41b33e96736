# effect: none
# MAML: the adapted copy gets its weights by get_weights/set_weights, the meta-gradient is gone
import tensorflow as tf


def make():
    return tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])


meta = make()


def adapt(x, y, lr=0.1):
    fast = make()
    fast.set_weights(meta.get_weights())  # TFG207
    with tf.GradientTape() as inner:
        loss = tf.reduce_mean((fast(x) - y) ** 2)
    grads = inner.gradient(loss, fast.trainable_variables)
    for v, g in zip(fast.trainable_variables, grads):
        v.assign(v - lr * g)
    return fast


x = tf.constant([[1.0], [2.0]])
with tf.GradientTape() as outer:
    task_model = adapt(x, 2.0 * x)
    meta_loss = tf.reduce_mean((task_model(x) - 2.0 * x) ** 2)
print(outer.gradient(meta_loss, meta.trainable_variables))
