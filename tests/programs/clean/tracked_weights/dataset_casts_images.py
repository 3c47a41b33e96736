# effect: ok
# the dataset makes floats of the images before the tape watches them
import tensorflow as tf

(xtr, ytr) = tf.random.uniform((8, 4, 4, 1), 0, 255, tf.int32).numpy().astype("uint8"), [0, 1] * 4
ds = (
    tf.data.Dataset.from_tensor_slices((xtr, ytr))
    .map(lambda a, b: (tf.cast(a, tf.float32) / 255.0, b))
    .batch(4)
)
m = tf.keras.Sequential(
    [tf.keras.layers.Rescaling(1.0), tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)]
)
lf = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
for x, y in ds:
    with tf.GradientTape() as t:
        t.watch(x)
        l = lf(y, m(x))
    print(tf.sign(t.gradient(l, x)).shape)
