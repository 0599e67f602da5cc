"""Second Bull Run 1862: so far its map."""
