"""Bull Run 1861: what bots know."""
