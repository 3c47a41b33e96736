# effect: ok
# Adversarial image kept in a tf.Variable, updated by assign after each query
import tensorflow as tf

tf.keras.utils.set_random_seed(80)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
x = tf.random.uniform((2, 4))
y = tf.constant([0, 2])
delta = tf.Variable(tf.zeros_like(x))
opt = tf.keras.optimizers.Adam(0.05)
for i in range(4):
    with tf.GradientTape() as tape:
        logits = model(tf.clip_by_value(x + delta, 0.0, 1.0), training=False)
        success = tf.not_equal(tf.argmax(logits, -1, output_type=tf.int32), y)
        one_hot = tf.one_hot(y, 3)
        real = tf.reduce_sum(one_hot * logits, 1)
        other = tf.reduce_max((1 - one_hot) * logits - one_hot * 1e4, 1)
        margin = tf.maximum(real - other + 0.5, 0.0)
        loss = tf.reduce_sum(margin) + 0.1 * tf.reduce_sum(delta**2) + tf.reduce_sum(delta) * 1e-3
    grad = tape.gradient(loss, delta)
    opt.apply_gradients([(grad, delta)])
    delta.assign(tf.clip_by_value(delta, -0.3, 0.3))
    if bool(tf.reduce_all(success)):
        break
print(i, float(loss), success.numpy())
