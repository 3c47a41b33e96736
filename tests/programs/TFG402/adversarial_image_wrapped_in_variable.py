# effect: none
# the perturbed image is wrapped in a new variable, the perturbation loses its gradient
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
image = tf.constant([[0.1, 0.4, 0.2, 0.9]])
delta = tf.Variable(tf.zeros((1, 4)))
label = tf.constant([2])

with tf.GradientTape() as tape:
    adversarial = tf.Variable(image + delta)  # TFG402
    logits = model(adversarial)
    loss = tf.keras.losses.sparse_categorical_crossentropy(label, logits, from_logits=True)
print(tape.gradient(loss, delta))
