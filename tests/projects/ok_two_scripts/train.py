# effect: ok
# training and evaluation are two scripts over one package; only the latter leaves the graph
import tensorflow as tf

from forecast.models import Forecaster
from forecast.series import windows


def main():
    history, following = windows(count=20, length=5)
    model = Forecaster(length=5)
    optimizer = tf.keras.optimizers.Adam(0.02)
    for step in range(3):
        with tf.GradientTape() as tape:
            mean, deviation = model(history)
            loss = model.negative_log_likelihood(following, mean, deviation)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        print(step, float(loss))


if __name__ == "__main__":
    main()
