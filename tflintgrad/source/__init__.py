"""One file: its bytes, decoding, notebook cells, suppression comments, edits and syntax tree."""
