# effect: ok
# the norm of every variable of a model that was trained before: no bias is zero any more
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
features = tf.constant([[0.5, 1.0], [2.0, -1.0]])
model.compile("sgd", "mse")
model.fit(features, tf.constant([[1.0], [3.0]]), verbose=0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(features) - 1.0))
    loss += 0.1 * tf.add_n([tf.norm(weight) for weight in model.trainable_variables])
print(tape.gradient(loss, model.trainable_variables))
