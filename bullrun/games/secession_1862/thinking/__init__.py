"""Second Bull Run 1862: what bots know."""
