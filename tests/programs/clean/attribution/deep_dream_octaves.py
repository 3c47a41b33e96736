# effect: ok
# DeepDream: image rebound to a new tensor between octaves, watched in each step, gradients normalised
import tensorflow as tf

tf.keras.utils.set_random_seed(81)
inp = tf.keras.Input((None, None, 3))
h = tf.keras.layers.Conv2D(4, 3, activation="relu", name="mixed0")(inp)
h = tf.keras.layers.Conv2D(4, 3, activation="relu", name="mixed1")(h)
base = tf.keras.Model(inp, h)
dream_model = tf.keras.Model(base.input, [base.get_layer(n).output for n in ("mixed0", "mixed1")])


def calc_loss(img, model):
    layer_activations = model(tf.expand_dims(img, axis=0))
    if len(layer_activations) == 1:
        layer_activations = [layer_activations]
    losses = []
    for act in layer_activations:
        losses.append(tf.math.reduce_mean(act))
    return tf.reduce_sum(losses)


class DeepDream(tf.Module):
    def __init__(self, model):
        self.model = model

    @tf.function(
        input_signature=(
            tf.TensorSpec(shape=[None, None, 3], dtype=tf.float32),
            tf.TensorSpec(shape=[], dtype=tf.int32),
            tf.TensorSpec(shape=[], dtype=tf.float32),
        )
    )
    def __call__(self, img, steps, step_size):
        loss = tf.constant(0.0)
        for n in tf.range(steps):
            with tf.GradientTape() as tape:
                tape.watch(img)
                loss = calc_loss(img, self.model)
            gradients = tape.gradient(loss, img)
            gradients /= tf.math.reduce_std(gradients) + 1e-8
            img = img + gradients * step_size
            img = tf.clip_by_value(img, -1, 1)
        return loss, img


deepdream = DeepDream(dream_model)
img = tf.random.uniform((10, 10, 3))
base_shape = tf.cast(tf.shape(img)[:-1], tf.float32)
for octave in range(-1, 1):
    new_shape = tf.cast(base_shape * (1.3**octave), tf.int32)
    img = tf.image.resize(img, new_shape).numpy()
    loss, img = deepdream(tf.constant(img), tf.constant(2), tf.constant(0.01))
print(float(loss), tf.cast(255 * (img + 1.0) / 2.0, tf.uint8).shape)
