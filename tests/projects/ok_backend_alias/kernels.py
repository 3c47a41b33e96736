from backend import np


def heat_kernel(signal, time):
    """Diffuse for some time, by the matrix of all distances."""
    places = np.arange(signal.shape[0], dtype=np.float32)
    distances = places[:, np.newaxis] - places[np.newaxis, :]
    weights = np.exp(-np.square(distances) / (4.0 * time))
    weights = weights / np.sum(weights, axis=1, keepdims=True)
    return np.matmul(weights, signal)


def total_variation(signal):
    jumps = signal[1:] - signal[:-1]
    return np.sum(np.sqrt(np.square(jumps) + 1e-6))
