# effect: ok
# beside: TFG115
# a dict of gradients, applied under its own keys
import tensorflow as tf

parameters = {"w": tf.Variable(2.0), "b": tf.Variable(0.5)}
for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.square(parameters["w"] * 3.0 + parameters["b"] - 1.0)
    gradients = tape.gradient(loss, parameters)
    parameters["w"].assign_sub(0.01 * gradients["w"])
    parameters["b"].assign_sub(0.01 * gradients["b"])
    for name, variable in parameters.items():
        variable.assign_sub(0.01 * gradients[name])
print(gradients)
