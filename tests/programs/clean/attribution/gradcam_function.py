# effect: ok
# beside: TFG116
# Grad-CAM with a grad model, argmax for the class, gather for the score
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(11)
inp = tf.keras.Input((8, 8, 3))
x = tf.keras.layers.Conv2D(4, 3, activation="relu", name="last_conv")(inp)
y = tf.keras.layers.GlobalAveragePooling2D()(x)
model = tf.keras.Model(inp, tf.keras.layers.Dense(3, name="predictions")(y))
model.get_layer("predictions").activation = None


def make_gradcam_heatmap(img_array, model, last_conv_layer_name, pred_index=None):
    grad_model = tf.keras.models.Model(
        model.inputs, [model.get_layer(last_conv_layer_name).output, model.output]
    )
    with tf.GradientTape() as tape:
        last_conv_layer_output, preds = grad_model(img_array)
        if pred_index is None:
            pred_index = tf.argmax(preds[0])
        class_channel = preds[:, pred_index]
    grads = tape.gradient(class_channel, last_conv_layer_output)
    pooled_grads = tf.reduce_mean(grads, axis=(0, 1, 2))
    last_conv_layer_output = last_conv_layer_output[0]
    heatmap = last_conv_layer_output @ pooled_grads[..., tf.newaxis]
    heatmap = tf.squeeze(heatmap)
    heatmap = tf.maximum(heatmap, 0) / (tf.math.reduce_max(heatmap) + 1e-6)
    return heatmap.numpy()


img = np.random.default_rng(0).uniform(size=(1, 8, 8, 3)).astype("float32")
decoded = model.predict(img, verbose=0)
print(np.argmax(decoded), make_gradcam_heatmap(img, model, "last_conv").shape)
