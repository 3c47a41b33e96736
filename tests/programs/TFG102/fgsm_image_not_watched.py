# effect: none
# adversarial example: the image is a constant and nobody watches it
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
classifier = tf.keras.Sequential(
    [
        tf.keras.Input((4, 4, 1)),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(3, activation="softmax"),
    ]
)
loss_object = tf.keras.losses.CategoricalCrossentropy()


def create_adversarial_pattern(input_image, input_label):
    with tf.GradientTape() as tape:
        prediction = classifier(input_image)
        loss = loss_object(input_label, prediction)
    gradient = tape.gradient(loss, input_image)  # TFG102
    return None if gradient is None else tf.sign(gradient)


print(create_adversarial_pattern(tf.random.uniform((1, 4, 4, 1)), tf.one_hot([1], 3)))
