# effect: wrong
# truth: [0.666667, -0.233333, 0]
# a pipeline splits lines of text: the label of a batch is a vector
import pathlib
import tempfile

import tensorflow as tf

FILE = pathlib.Path(tempfile.mkdtemp()) / "points.csv"
FILE.write_text("a,b,c\n0.5,1.0,2.0\n1.5,-1.0,0.5\n2.5,0.3,1.0\n")


def parse(line):
    *features, label = tf.io.decode_csv(line, record_defaults=[0.0, 0.0, 0.0])
    return tf.stack(features), label


model = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")]
)
for features, label in tf.data.TextLineDataset(str(FILE)).skip(1).map(parse).batch(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(label - model(features)))  # TFG510
    print(tape.gradient(loss, model.trainable_variables))
