"""What earlier runs found out, and how one knows that it still holds.

folder       where it is kept, also what `verify` remembers; how it is written and removed
tool         whether this tflintgrad, its tables and its Python are what they were
kinds        JSON of anybody, taken for what it should be or for nothing
values       findings and verdicts as JSON, and back
places       paths as they are written down
runs         the results of whole runs: nothing is analysed, or even read, if nothing changed
files        what a file's bytes say: which others it imports, and whether it can matter
programs     what single programs said, each with what it was told about its project
memory       the last two for one run
checking     `check`, with all of that
"""
