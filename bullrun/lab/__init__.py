"""The laboratory: many games at once, and figures about them."""
