"""Bull Run (1983)."""

HOME = __name__
"""The package with the game's rooms and data."""
