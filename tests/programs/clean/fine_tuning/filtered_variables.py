# effect: ok
# variables filtered by their flag; weights only saved and counted
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.Input((3,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)]
)
trained = [v for v in model.variables if v.trainable]
print("all", len(model.weights), "trained", len(trained))
snapshot = [w.numpy() for w in model.weights]
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3)), training=True) - 1.0))
print(tape.gradient(loss, trained))
