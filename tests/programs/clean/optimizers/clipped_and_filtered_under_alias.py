# effect: ok
# beside: TFG518, TFG527
# the same variables under another name; gradients clipped and paired on the way
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(0.01)
theta = net.trainable_variables
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(tf.ones((3, 2))) ** 2)
    grads = tape.gradient(loss, net.trainable_variables)
    clipped, _ = tf.clip_by_global_norm(grads, 1.0)
    pairs = [(g, v) for g, v in zip(clipped, theta) if g is not None]
    opt.apply_gradients(pairs)
