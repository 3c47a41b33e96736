"""Numbers at which a gradient is NaN or infinite, or loses a part."""
