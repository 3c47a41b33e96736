# effect: ok
# beside: TFG415
# the early list is only printed; the step reads it after the forward pass
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)])
print("before:", len(model.trainable_variables))
current = lambda: model.trainable_variables
opt = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3))) - 1.0))
    grads = tape.gradient(loss, current())
    opt.apply_gradients(zip(grads, current()))
