"""The parts of the HTML report; `report/html.py` puts them together."""
