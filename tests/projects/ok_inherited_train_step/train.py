# effect: ok
# train_step in a base module updates metrics under its tape; a variational model inherits it
import numpy as np

from vae import VariationalAutoencoder


def main():
    data = np.random.default_rng(4).normal(size=(24, 5)).astype("float32")
    model = VariationalAutoencoder(width=5, code=2)
    model.compile(optimizer="adam")
    model.fit(data, batch_size=12, epochs=1, verbose=0)
    print(model.codes(data[:3]))


if __name__ == "__main__":
    main()
