# effect: ok
# gradients of several towers are averaged variable by variable
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)
shards = [tf.ones((2, 2)), tf.zeros((2, 2)), tf.ones((2, 2)) * 2.0]


def tower(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - 1.0))
    return tape.gradient(loss, model.trainable_variables)


for _ in range(2):
    per_tower = [tower(x) for x in shards]
    averaged = [tf.add_n(gs) / len(gs) for gs in zip(*per_tower)]
    opt.apply_gradients(zip(averaged, model.trainable_variables))
