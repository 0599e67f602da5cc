"""Bull Run 1861: what players see."""
