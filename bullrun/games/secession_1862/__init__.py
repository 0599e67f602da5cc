"""Second Bull Run 1862."""

HOME = __name__
"""The package with the game's rooms and data."""
