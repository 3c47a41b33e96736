# effect: ok
# beside: TFG514
# Semi-supervised FixMatch: confident pseudo labels by argmax and comparison, detached
import tensorflow as tf

tf.keras.utils.set_random_seed(45)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
opt = tf.keras.optimizers.SGD(0.1)
x_l, y_l = tf.random.normal((4, 4)), tf.constant([0, 1, 2, 1])
x_u = tf.random.normal((8, 4))


def weak(x):
    return x + tf.random.normal(tf.shape(x), stddev=0.01)


def strong(x):
    keep = tf.cast(tf.random.uniform(tf.shape(x)) > 0.2, x.dtype)
    return x * keep


for step in range(2):
    with tf.GradientTape() as tape:
        sup = tf.nn.sparse_softmax_cross_entropy_with_logits(y_l, model(x_l))
        weak_probs = tf.stop_gradient(tf.nn.softmax(model(weak(x_u))))
        pseudo = tf.argmax(weak_probs, axis=1)
        mask = tf.cast(tf.reduce_max(weak_probs, axis=1) >= 0.5, tf.float32)
        unsup = tf.nn.sparse_softmax_cross_entropy_with_logits(pseudo, model(strong(x_u)))
        loss = tf.reduce_mean(sup) + tf.reduce_mean(unsup * mask)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    print(step, loss.numpy(), f"{tf.reduce_mean(mask):.2f}")
