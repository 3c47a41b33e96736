# effect: ok
# Lookahead optimizer by hand: slow weights in NumPy, interpolated every k steps
import tensorflow as tf

tf.keras.utils.set_random_seed(84)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
inner = tf.keras.optimizers.SGD(0.1)
slow = [v.numpy() for v in model.trainable_variables]
k, alpha = 2, 0.5
for step in range(1, 5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.keras.losses.huber(y, model(x)))
    grads = tape.gradient(loss, model.trainable_variables)
    inner.apply_gradients(zip(grads, model.trainable_variables))
    if step % k == 0:
        for i, v in enumerate(model.trainable_variables):
            slow[i] = slow[i] + alpha * (v.numpy() - slow[i])
            v.assign(slow[i])
    print(step, loss.numpy())
