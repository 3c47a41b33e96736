"""The parts of the HTML report, which `output/formats/html.py` puts together."""
