# effect: wrong
# truth: [0.0403938, 0.041358, 0.0547041, 0.0369401, 0.0291819, 0.0547714]
# the surrogate gradient of a spike, three modules away, forgets what comes from above
import tensorflow as tf

from snn import SpikingLayer, rate_loss


def main():
    layer = SpikingLayer(inputs=2, neurons=3)
    currents = tf.constant([[0.8, 0.3], [0.2, 0.9], [0.7, 0.7], [0.1, 0.4]])
    with tf.GradientTape() as tape:
        spikes = layer(currents)
        loss = rate_loss(spikes, target=0.25)
    gradient = tape.gradient(loss, layer.weights)
    layer.weights.assign_sub(0.1 * gradient)
    print(float(loss), gradient.numpy())


if __name__ == "__main__":
    main()
