"""What runs inside a confined child: the user's program, with its gradient queries observed."""
