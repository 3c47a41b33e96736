# effect: ok
# beside: TFG514
# the Jensen-Shannon divergence: the mean stands second in both terms
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, "softmax")])
divergence = tf.keras.losses.KLDivergence()
labels = tf.one_hot([0, 3, 1, 2], 4)
with tf.GradientTape() as tape:
    predicted = model(tf.random.normal((4, 3)))
    mean = 0.5 * (predicted + labels)
    loss = 0.5 * divergence(predicted, mean) + 0.5 * divergence(labels, mean)
print(tape.gradient(loss, model.trainable_variables))
