# effect: none
# nothing here says which framework it is: a layer computes with its weights too early
from data import load_demand
from model import build_model


def main():
    features, demand = load_demand(days=40)
    model = build_model(features.shape[1])
    model.fit(features, demand, epochs=1, batch_size=20, verbose=0)
    print("loss", model.evaluate(features, demand, verbose=0))


if __name__ == "__main__":
    main()
