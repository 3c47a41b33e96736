"""The byte gate: decide before parsing if a file may issue a gradient query."""
