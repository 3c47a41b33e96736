# effect: ok
# beside: TFG412
# each stage makes a function of its own
import tensorflow as tf

weight = tf.Variable(3.0)
for stage in range(3):
    strength = 0.5 * (stage + 1)

    @tf.function
    def gradient():
        with tf.GradientTape() as tape:
            loss = strength * weight**2
        return tape.gradient(loss, weight)

    print(gradient())
