"""Bull Run 1861."""

HOME = __name__
"""The package with the game's rooms and data."""
