"""The sandboxed worker: runs the user's program with its gradient queries observed."""
