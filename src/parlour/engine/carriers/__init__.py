"""What loops run on: lists in CPython, or rows of an array, compiled."""
