# effect: ok
# beside: TFG520
# the items of a list of sums are added to, in a list per call
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)
N = 4
x = tf.random.normal((8, 3))
y = tf.random.normal((8, 1))


@tf.function
def accumulate_and_apply():
    total = [tf.zeros_like(v) for v in model.trainable_variables]
    for i in range(N):
        xb = x[i * 2 : (i + 1) * 2]
        yb = y[i * 2 : (i + 1) * 2]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(xb) - yb) ** 2)
        g = tape.gradient(loss, model.trainable_variables)
        for j in range(len(total)):
            total[j] += g[j] / N
    opt.apply_gradients(zip(total, model.trainable_variables))


for _ in range(3):
    accumulate_and_apply()
