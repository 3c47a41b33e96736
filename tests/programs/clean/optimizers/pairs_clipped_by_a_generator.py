# effect: ok
# beside: TFG115, TFG527
# the pairs come from a generator that clips each gradient beside its variable
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3))) - 1.0))
    gradients = tape.gradient(loss, model.trainable_variables)
    pairs = zip(gradients, model.trainable_variables)
    optimizer.apply_gradients((tf.clip_by_value(g, -1.0, 1.0), v) for g, v in pairs)
