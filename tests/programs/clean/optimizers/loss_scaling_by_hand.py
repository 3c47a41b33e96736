# effect: ok
# beside: TFG524
# Dynamic loss scaling by hand: float scale, finite check, un-scaling
import tensorflow as tf

tf.keras.utils.set_random_seed(20)
model = tf.keras.Sequential(
    [
        tf.keras.Input((4,)),
        tf.keras.layers.Dense(4, dtype="mixed_float16"),
        tf.keras.layers.Dense(1, dtype="float32"),
    ]
)
opt = tf.keras.optimizers.SGD(0.01)
scale = tf.Variable(2.0**10, trainable=False)
good_steps = tf.Variable(0, dtype=tf.int64, trainable=False)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        pred = tf.cast(model(x, training=True), tf.float32)
        loss = tf.reduce_mean(tf.square(pred - y))
        scaled_loss = loss * scale
    scaled = tape.gradient(scaled_loss, model.trainable_variables)
    grads = [g / scale for g in scaled]
    finite = tf.reduce_all([tf.reduce_all(tf.math.is_finite(g)) for g in grads])
    if finite:
        opt.apply_gradients(zip(grads, model.trainable_variables))
        good_steps.assign_add(1)
        if good_steps % 2000 == 0:
            scale.assign(scale * 2.0)
    else:
        scale.assign(tf.maximum(scale / 2.0, 1.0))
        good_steps.assign(0)
    return loss, finite


opt.build(model.trainable_variables)
for i in range(2):
    loss, ok = train_step(tf.random.normal((3, 4)), tf.random.normal((3, 1)))
    print(i, float(loss), bool(ok), int(good_steps))
