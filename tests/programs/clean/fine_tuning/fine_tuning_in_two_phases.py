# effect: ok
# beside: TFG808
# frozen base, trained head; then the base is thawed
import tensorflow as tf

base = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="tanh")])
head = tf.keras.layers.Dense(1)
base.trainable = False
model = tf.keras.Sequential([base, head])
opt = tf.keras.optimizers.SGD(0.1)


def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((2, 3))) - 1.0))
    variables = model.trainable_variables
    grads = tape.gradient(loss, variables)
    return grads, variables


grads, variables = step()
opt.apply_gradients(zip(grads, variables))
base.trainable = True
print(len(step()[0]))
