"""The pieces of a fix: edits of the exact tree of a file, and what they know of the file."""
