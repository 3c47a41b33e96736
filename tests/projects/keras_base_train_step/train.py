# effect: none
# train_step is inherited from another module, and asks for all weights; the model normalises
import numpy as np

from classifier import Classifier


def main():
    generator = np.random.default_rng(3)
    features = generator.normal(size=(32, 5)).astype("float32")
    labels = (features[:, 0] > features[:, 1]).astype("int32")
    model = Classifier(hidden=6, classes=2)
    model.compile(optimizer="adam")
    model.fit(features, labels, batch_size=16, epochs=1, verbose=0)
    print(model.norms())


if __name__ == "__main__":
    main()
