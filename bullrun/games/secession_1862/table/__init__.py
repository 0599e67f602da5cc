"""Second Bull Run 1862: what players see."""
