"""Clash of Giants: Second Bull Run and Gettysburg."""

HOME = __name__
"""The package with the game's rooms and data."""
