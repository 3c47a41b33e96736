# effect: none
# frozen for evaluation and never thawed: no variable is left to train
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.trainable = False
x, y = tf.ones((2, 2)), tf.zeros((2, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - y))
grads = tape.gradient(loss, model.trainable_variables)  # TFG803
print(len(grads))
