# effect: none
# model returns a dict; the loss over its heads is computed in the logging part of the function
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
trunk = tf.keras.layers.Dense(4)
heads = {"cls": tf.keras.layers.Dense(2), "box": tf.keras.layers.Dense(4)}


def forward(x):
    h = trunk(x)
    return {name: head(h) for name, head in heads.items()}


def train(x, targets, epochs=1):
    for _ in range(epochs):
        with tf.GradientTape() as tape:
            outputs = forward(x)
        loss = tf.add_n([tf.nn.l2_loss(outputs[k] - targets[k]) for k in heads])  # TFG101
        print("loss:", float(loss))
        grads = tape.gradient(loss, trunk.trainable_variables)
    return grads


print(train(tf.ones((1, 3)), {"cls": tf.zeros((1, 2)), "box": tf.ones((1, 4))}))
