"""From findings to changed files: edits, the bytes they make of a file, and how those are kept."""
