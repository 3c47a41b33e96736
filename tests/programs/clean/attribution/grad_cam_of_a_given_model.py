# effect: ok
# beside: TFG116
# the features and the prediction are two outputs of one call, of a model that is a parameter
import tensorflow as tf


def feature_gradients(model, images, layer_name, class_index):
    both = tf.keras.Model(model.inputs, [model.get_layer(layer_name).output, model.output])
    with tf.GradientTape() as tape:
        inputs = tf.cast(images, tf.float32)
        tape.watch(inputs)
        features, predictions = both(inputs)
        score = predictions[:, class_index]
    return features, tape.gradient(score, features)


def make_model():
    inputs = tf.keras.Input((6, 6, 1))
    maps = tf.keras.layers.Conv2D(2, 3, name="maps")(inputs)
    pooled = tf.keras.layers.GlobalAveragePooling2D()(maps)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(3)(pooled))


print(feature_gradients(make_model(), tf.random.normal((1, 6, 6, 1), seed=1), "maps", 0)[1])
