# effect: ok
# beside: TFG510
# labels as a column, of text tables and of lines; vectors that `unpack` returns
import io
import pathlib
import tempfile

import numpy as np
import tensorflow as tf

TEXT = "0.5,1.0,2.0\n1.5,-1.0,0.5\n2.5,0.3,1.0\n"
FILE = pathlib.Path(tempfile.mkdtemp()) / "points.csv"
FILE.write_text(TEXT)


def parse(line):
    fields = tf.io.decode_csv(line, [0.0] * 3)
    return tf.stack(fields[:-1]), fields[-1:]


table = np.genfromtxt(io.StringIO(TEXT), delimiter=",", dtype="float32")
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
for features, labels in tf.data.Dataset.from_tensor_slices((table[:, :-1], table[:, -1:])).batch(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - labels))
    print(tape.gradient(loss, model.trainable_variables))
for features, labels in tf.data.TextLineDataset(str(FILE)).map(parse).batch(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - labels))
    print(tape.gradient(loss, model.trainable_variables))
first, second, wanted = np.loadtxt(io.StringIO(TEXT), delimiter=",", unpack=True, dtype="float32")
slope = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(slope * first + second - wanted))
print(tape.gradient(loss, slope))
