# effect: ok
# nothing here says which framework it is; layers use arrays of constants, metrics round
from data import make_sequences
from model import build_model


def main():
    sequences, counts = make_sequences(count=40, length=6)
    model = build_model(length=6, tokens=5)
    model.fit(sequences, counts, batch_size=20, epochs=1, verbose=0)
    print(model.evaluate(sequences, counts, verbose=0, return_dict=True))
    print(model.predict(sequences[:2], verbose=0).round())


if __name__ == "__main__":
    main()
