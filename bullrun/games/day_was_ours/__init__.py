"""The Day Was Ours: First Bull Run, 21 July 1861, regiment by regiment, with a cup of chits."""

HOME = __name__
"""The package that holds the game's data."""
